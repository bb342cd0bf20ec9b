import { Button, Checkbox, Group, Modal, Text } from '@mantine/core';
import { type SchemaField, saveClientSettings } from '@quarry/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { clientQuery, useClient, usePermission } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useLeaveBlocker } from '../../ui/use-leave-blocker.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { PendingDataPoints } from '../data-points/PendingDataPoints.tsx';
import { useAddProblem, useHasWizard } from '../data-points/use-add-problem.ts';
import { nameField, visibleFields } from '../datasets/fields.ts';
import classes from './configure-table.module.css';
import { FieldChoices } from './FieldChoices.tsx';
import type { CompaniesTable } from './use-companies-table.ts';
import { VisibleColumnsList } from './VisibleColumnsList.tsx';

const AddDataPoint = lazy(() => import('../data-points/AddDataPoint.tsx'));

/** Chooses and orders the person's columns; admins can also make them the account's default. */
export default function ConfigureTable({ table, onClose }: { table: CompaniesTable; onClose: () => void }) {
  useReturnFocus();
  const { clientName, companiesSchema, appSettings } = useClient();
  const cache = useQueryClient();
  const isAdmin = usePermission('ADMIN');
  const companyName = nameField(companiesSchema);
  const fields = visibleFields(companiesSchema).filter((field) => field !== companyName);
  const byName = new Map(fields.map((field) => [field.fieldName, field]));
  const existing = (names: readonly string[]) => names.filter((name) => byName.has(name));
  const current = existing(table.layout.order.filter((name) => !table.layout.hidden.includes(name)));
  const [visible, setVisible] = useState<readonly string[]>(current);
  const [known, setKnown] = useState(current);
  if (!isSameOrder(known, current)) {
    // The dataset got or lost columns meanwhile, which is not the person's change.
    const added = current.filter((name) => !known.includes(name) && !visible.includes(name));
    setKnown(current);
    setVisible(isSameOrder(visible, known) ? current : [...existing(visible), ...added]);
  }
  const [isForAccount, setForAccount] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const hasWizard = useHasWizard();
  const addProblem = useAddProblem();
  const [isAdding, setAdding] = useState(false);
  /** Returns the focus to the button that opened the wizard. */
  const [wasAdding, setWasAdding] = useState(false);
  const defaults = existing(table.defaultLayout.order.filter((name) => !table.defaultLayout.hidden.includes(name)));
  const isDefault = isSameOrder(visible, defaults);
  const isAccountUnchanged =
    appSettings.companiesTableFields !== null && isSameOrder(visible, existing(appSettings.companiesTableFields));
  const isUnchanged = isSameOrder(visible, current) && (!isForAccount || isAccountUnchanged);

  const content = useRef<HTMLDivElement>(null);
  const isSavable = visible.length > 0 && !isUnchanged;
  const leave = useLeaveBlocker({
    isDirty: !isUnchanged && !isSaving,
    ...(isSavable ? { onSave: save } : {}),
  });

  useEscape(content, () => leave.guard(onClose));

  /** Saves and closes; returns success. */
  async function save(): Promise<boolean> {
    const hiddenBefore = table.layout.order.filter((name) => byName.has(name) && !visible.includes(name));
    const neverPlaced = fields
      .map(({ fieldName }) => fieldName)
      .filter((name) => !visible.includes(name) && !hiddenBefore.includes(name));
    const hidden = [...hiddenBefore, ...neverPlaced];
    if (isForAccount) {
      setSaving(true);
      const toast = notifyLoading('Saving the default columns…');
      try {
        const settings = { appSettings: { ...appSettings, companiesTableFields: [...visible] } };
        await call(saveClientSettings, settings, { client: clientName });
        await cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
        notifySuccess('Default columns saved for everyone in this account', { id: toast });
      } catch (error) {
        notifyError(`Saving settings failed: ${messageOf(error)}`, { id: toast });
        setSaving(false);
        return false;
      }
    }
    table.setLayout({ ...table.layout, order: [...visible, ...hidden], hidden });
    onClose();
    return true;
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
    <Modal
      opened
      onClose={() => leave.guard(onClose)}
      closeOnEscape={false}
      title="Configure table"
      size={820}
      centered
    >
      {leave.dialog}
      <div ref={content} className={classes.panes}>
        <FieldChoices hasInitialFocus={!wasAdding} fields={fields} visible={visible} onChange={setVisible} />
        <VisibleColumnsList
          fields={visible.flatMap((name): SchemaField[] => {
            const field = byName.get(name);
            return field ? [field] : [];
          })}
          onChange={setVisible}
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
        {table.viewName !== null ? (
          <Text size="xs" c="dimmed">
            These are the columns of the view “{table.viewName}”. Update the view to keep them.
          </Text>
        ) : isAdmin ? (
          <Checkbox
            label="Also save as the account's default"
            description="For everyone who hasn't arranged their columns"
            checked={isForAccount}
            onChange={(event) => setForAccount(event.currentTarget.checked)}
          />
        ) : (
          <Text size="xs" c="dimmed">
            Only you see these changes.
          </Text>
        )}
        <Group gap="xs">
          <Button variant="subtle" color="gray" disabled={isDefault} onClick={() => setVisible(defaults)}>
            Reset to default
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton
            loading={isSaving}
            disabledReason={
              visible.length === 0 ? 'Show at least one column' : isUnchanged ? 'Nothing has changed yet' : null
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

function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
