import { MultiSelect, Switch, Text, TextInput, Title } from '@mantine/core';
import { type Integration, MAX_IMPORT_FIELDS } from '@quarry/contracts';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { relativeInstant } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { connectorName } from '../connector-types.ts';
import classes from '../connectors.module.css';
import { externalFieldsQuery } from '../queries.ts';
import type { ConnectorDraft } from './connector-draft.ts';
import { useImport } from './use-import.ts';

/** Which fields of the CRM become data points, and which of its accounts enter the dataset. */
export default function ImportFields(props: {
  integration: Integration;
  draft: ConnectorDraft;
  isDirty: boolean;
  onChange: (changes: Partial<ConnectorDraft>) => void;
}) {
  const { integration, draft, onChange } = props;
  const { clientName } = useClient();
  const titleId = useId();
  const name = connectorName(integration.integrationType);
  const fields = useQuery(externalFieldsQuery(clientName, integration.id));
  const imports = useImport(integration);
  const chosen = [...draft.importFields];
  const known = fields.data?.accountFields ?? [];
  const options = [
    ...known.map((field) => ({
      value: field.id,
      label: field.importsAs === null ? `${field.label} (can't be imported)` : `${field.label} (${field.importsAs})`,
      disabled: field.importsAs === null,
    })),
    // A field that has gone from the CRM can still be seen and removed.
    ...chosen
      .filter((fieldName) => known.every(({ id }) => id !== fieldName))
      .map((fieldName) => ({ value: fieldName, label: fieldName, disabled: false })),
  ];
  const reason = fields.isPending
    ? 'The fields are still loading'
    : imports.isStarting
      ? 'An import is starting'
      : !draft.importFieldsEnabled
        ? 'Turn on importing fields first'
        : props.isDirty
          ? 'Save your changes first'
          : chosen.length === 0
            ? 'Choose the fields to import first'
            : null;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        Import fields
      </Title>
      <Text size="sm">
        Fields of {name} accounts become data points of your companies, found by domain, to filter and score by. They
        are read every 24 hours before the dataset is built.
      </Text>
      <Switch
        label="Import fields"
        checked={draft.importFieldsEnabled}
        onChange={(event) => onChange({ importFieldsEnabled: event.currentTarget.checked })}
      />
      {fields.isError ? (
        <ErrorState
          title={`The fields of ${name} could not be read`}
          error={fields.error}
          onRetry={() => void fields.refetch()}
        />
      ) : (
        <MultiSelect
          label="Fields"
          description={`At most ${MAX_IMPORT_FIELDS}`}
          placeholder={fields.isPending ? 'Loading the fields…' : 'Choose fields'}
          data={options}
          disabled={!draft.importFieldsEnabled}
          searchable
          clearable
          limit={200}
          error={chosen.length > MAX_IMPORT_FIELDS ? `You can select a maximum of ${MAX_IMPORT_FIELDS} options` : null}
          nothingFoundMessage="No fields match"
          value={chosen}
          onChange={(importFields) => {
            if (importFields.length <= MAX_IMPORT_FIELDS || importFields.length < chosen.length) {
              onChange({ importFields });
            } else imports.refuseMore();
          }}
        />
      )}
      <TextInput
        type="date"
        label={`Add ${name} accounts created since`}
        description="Accounts that Quarry knows enter the dataset. Each newly added company uses one enrichment credit, if your account counts them. Leave empty to add none."
        w={320}
        disabled={!draft.importFieldsEnabled}
        value={draft.autoImportRecordSince ?? ''}
        onChange={(event) => onChange({ autoImportRecordSince: event.currentTarget.value || null })}
      />
      <div>
        <ReasonButton
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          loading={imports.isStarting}
          disabledReason={reason}
          onClick={imports.start}
        >
          Import Fields Now
        </ReasonButton>
        <Text span size="sm" c="dimmed" ml="sm">
          {integration.lastImportFinishedAt === null
            ? 'Not imported yet'
            : `Last import finished ${relativeInstant(integration.lastImportFinishedAt)}`}
          {' · '}
          <TextLink
            size="sm"
            underline="always"
            to="/app/$clientName/settings/connector-logs"
            params={{ clientName }}
            search={{ connector: integration.integrationType }}
          >
            Show imports
          </TextLink>
        </Text>
      </div>
      <ConfirmDialog
        opened={imports.isConfirming}
        title="An import is running"
        confirmLabel="Cancel it and start again"
        onConfirm={imports.confirm}
        onClose={imports.dismiss}
      >
        Starting another import cancels the one that runs.
      </ConfirmDialog>
    </section>
  );
}
