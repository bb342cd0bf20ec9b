import { Button, Checkbox, Group, Modal, Text } from '@mantine/core';
import { type SchemaField, saveClientSettings } from '@quarry/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { clientQuery, useClient, usePermission } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { PendingDataPoints } from '../data-points/PendingDataPoints.tsx';
import { useAddProblem, useHasWizard } from '../data-points/use-add-problem.ts';
import { nameField, visibleFields } from '../datasets/fields.ts';
import classes from './configure-table.module.css';
import { FieldChoices } from './FieldChoices.tsx';
import { ShownColumnsList } from './ShownColumnsList.tsx';
import type { CompaniesTable } from './use-companies-table.ts';

const AddDataPoint = lazy(() => import('../data-points/AddDataPoint.tsx'));

/** Chooses and orders the columns for oneself; an admin may make the choice the account's default as well. */
export default function ConfigureTable({ table, onClose }: { table: CompaniesTable; onClose: () => void }) {
  useReturnFocus();
  const { clientName, companiesSchema, appSettings } = useClient();
  const cache = useQueryClient();
  const isAdmin = usePermission('ADMIN');
  const name = nameField(companiesSchema);
  const fields = visibleFields(companiesSchema).filter((field) => field !== name);
  const byName = new Map(fields.map((field) => [field.fieldName, field]));
  const known = (names: readonly string[]) => names.filter((one) => byName.has(one));
  const current = known(table.layout.order.filter((one) => !table.layout.hidden.includes(one)));
  const [shown, setShown] = useState<readonly string[]>(current);
  const [isForAccount, setForAccount] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const hasWizard = useHasWizard();
  const addProblem = useAddProblem();
  const [isAdding, setAdding] = useState(false);
  /** The focus goes back to the button that opened the wizard. */
  const [wasAdding, setWasAdding] = useState(false);
  const standard = known(table.standard.order.filter((one) => !table.standard.hidden.includes(one)));
  const isStandard = same(shown, standard);
  const isAccountUnchanged =
    appSettings.companiesTableFields !== null && same(shown, known(appSettings.companiesTableFields));
  const isUnchanged = same(shown, current) && (!isForAccount || isAccountUnchanged);

  async function save() {
    const rest = table.layout.order.filter((one) => byName.has(one) && !shown.includes(one));
    const missing = fields
      .map(({ fieldName }) => fieldName)
      .filter((one) => !shown.includes(one) && !rest.includes(one));
    const hidden = [...rest, ...missing];
    if (isForAccount) {
      setSaving(true);
      const toast = notifyLoading('Saving the default columns…');
      try {
        const settings = { appSettings: { ...appSettings, companiesTableFields: [...shown] } };
        await call(saveClientSettings, settings, { client: clientName });
        await cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
        notifySuccess('Default columns saved for everyone in this account', { id: toast });
      } catch (error) {
        notifyError(`Saving settings failed: ${messageOf(error)}`, { id: toast });
        setSaving(false);
        return;
      }
    }
    table.setLayout({ ...table.layout, order: [...shown, ...hidden], hidden });
    onClose();
  }

  if (isAdding) {
    return (
      <Suspense fallback={null}>
        <AddDataPoint
          onClose={() => {
            setAdding(false);
            setWasAdding(true);
          }}
        />
      </Suspense>
    );
  }
  return (
    <Modal opened onClose={onClose} title="Configure table" size={820} centered>
      <div className={classes.panes}>
        <FieldChoices hasFocus={!wasAdding} fields={fields} shown={shown} onChange={setShown} />
        <ShownColumnsList
          fields={shown.flatMap((one): SchemaField[] => {
            const field = byName.get(one);
            return field ? [field] : [];
          })}
          onChange={setShown}
        />
      </div>
      {hasWizard && (
        <ReasonButton
          mt="sm"
          size="xs"
          variant="default"
          data-autofocus={wasAdding || undefined}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabledReason={addProblem}
          onClick={() => setAdding(true)}
        >
          Add data point
        </ReasonButton>
      )}
      <PendingDataPoints />
      <Group justify="space-between" mt="md" align="center">
        {isAdmin ? (
          <Checkbox
            label="Also save as the account's default"
            description="For everyone who has not arranged the columns"
            checked={isForAccount}
            onChange={(event) => setForAccount(event.currentTarget.checked)}
          />
        ) : (
          <Text size="xs" c="dimmed">
            Only you see this arrangement.
          </Text>
        )}
        <Group gap="xs">
          <Button variant="subtle" color="gray" disabled={isStandard} onClick={() => setShown(standard)}>
            Reset to default
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton
            loading={isSaving}
            disabledReason={
              shown.length === 0 ? 'Show at least one column' : isUnchanged ? 'Nothing was changed yet' : null
            }
            onClick={() => void save()}
          >
            Save
          </ReasonButton>
        </Group>
      </Group>
    </Modal>
  );
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
