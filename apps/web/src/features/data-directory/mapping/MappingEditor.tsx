import { Alert, Button, Group } from '@mantine/core';
import type { IntegrationType, RecordType, SchemaField } from '@quarry/contracts';
import { IconAlertTriangle, IconPlug, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { plural } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { connectorName, crmOf } from '../../integrations/connector-types.ts';
import { externalFieldsQuery, integrationsQuery } from '../../integrations/queries.ts';
import { MappingTable } from './MappingTable.tsx';
import classes from './mapping.module.css';
import { mappingRows, mappingsOf, suggestField } from './mapping-rows.ts';
import { useSaveMapping } from './use-save-mapping.ts';

const CreateFields = lazy(() => import('./CreateFields.tsx'));

/** What a connector gets: each field of one record type with the CRM's field that it is written to. */
export default function MappingEditor(props: {
  connector: IntegrationType;
  recordType: RecordType;
  search: string;
  onClearSearch: () => void;
}) {
  const { connector, recordType } = props;
  const { clientName, companiesSchema, contactsSchema } = useClient();
  const query = useQuery(integrationsQuery(clientName));
  const integration = query.data?.integrations.find(({ integrationType }) => integrationType === connector);
  const isCrm = crmOf(connector) !== null;
  const describe = useQuery({
    ...externalFieldsQuery(clientName, integration?.id ?? ''),
    enabled: isCrm && integration?.hasCredentials === true,
  });
  const externalFields = recordType === 'company' ? describe.data?.accountFields : describe.data?.contactFields;
  const save = useSaveMapping(integration?.id ?? '');
  /** The field names that are being created; null while the dialog is closed. */
  const [created, setCreated] = useState<readonly string[] | null>(null);
  const name = connectorName(connector);
  const rows = useMemo(() => {
    const schema = recordType === 'company' ? companiesSchema : contactsSchema;
    return integration === undefined
      ? []
      : mappingRows(schema, mappingsOf(integration, recordType), isCrm ? externalFields : undefined);
  }, [integration, recordType, companiesSchema, contactsSchema, isCrm, externalFields]);
  const suggestions = useMemo(() => {
    const taken = new Set(rows.flatMap(({ mapping }) => (mapping === null ? [] : [mapping.externalName])));
    return rows.flatMap((row) => {
      const external = suggestField(row, externalFields ?? [], taken);
      if (external === null) return [];
      taken.add(external.id);
      return [
        {
          recordType,
          internalName: row.field.fieldName,
          externalName: external.id,
          updateStrategy: 'OVERWRITE_ALWAYS' as const,
        },
      ];
    });
  }, [rows, externalFields, recordType]);

  if (query.isError && integration === undefined) {
    return <ErrorState title="Failed to fetch connectors" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <LoadingState label="Loading mappings" />;
  if (integration === undefined || (isCrm && !integration.hasCredentials)) {
    return (
      <EmptyState
        title={`${name} is not connected`}
        icon={<IconPlug size={28} aria-hidden="true" />}
        action={
          <ButtonLink to="/app/$clientName/settings/connectors" params={{ clientName }} search={{}}>
            Go to Connectors
          </ButtonLink>
        }
      >
        Connect it to choose which of its fields get your data.
      </EmptyState>
    );
  }
  const found = rows.filter(({ field, mapping }) => matches(field, mapping?.externalName, props.search));
  return (
    <div className={classes.editor}>
      {isCrm && (
        <Unmapped
          company={unmapped(companiesSchema, integration.mappingSettings.companies)}
          contact={unmapped(contactsSchema, integration.mappingSettings.contacts)}
        />
      )}
      {describe.isError && (
        <ErrorState
          title={`The fields of ${name} could not be read`}
          error={describe.error}
          onRetry={() => void describe.refetch()}
        />
      )}
      {isCrm && describe.data !== undefined && (
        <Group gap="xs" className={classes.actions}>
          {suggestions.length > 0 && (
            <Button
              size="xs"
              variant="default"
              loading={save.isPending && (save.variables?.length ?? 0) > 1}
              onClick={() => save.mutate(suggestions)}
            >
              Map {plural(suggestions.length, 'field')} with the same name
            </Button>
          )}
          {rows.some(({ mapping }) => mapping === null) && (
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                setCreated(rows.filter(({ mapping }) => mapping === null).map(({ field }) => field.fieldName))
              }
            >
              Create fields in {name}…
            </Button>
          )}
        </Group>
      )}
      {found.length === 0 ? (
        <EmptyState
          title="No data points match"
          icon={<IconSearchOff size={28} aria-hidden="true" />}
          action={
            <Button variant="default" onClick={props.onClearSearch}>
              Clear search
            </Button>
          }
        />
      ) : (
        <MappingTable
          type={connector}
          rows={found}
          externalFields={externalFields}
          isLoading={isCrm && describe.isPending}
          onChange={(change) => save.mutate([{ recordType, ...change }])}
          onCreate={(fieldName) => setCreated([fieldName])}
        />
      )}
      <Suspense fallback={null}>
        {created !== null && (
          <CreateFields
            integration={integration}
            recordType={recordType}
            fields={rows.filter(({ field }) => created.includes(field.fieldName)).map(({ field }) => field)}
            onClose={() => setCreated(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Counts what is not sent. */
function Unmapped({ company, contact }: { company: number; contact: number }) {
  if (company + contact === 0) return null;
  const parts = [
    ...(company > 0 ? [plural(company, 'company field')] : []),
    ...(contact > 0 ? [plural(contact, 'contact field')] : []),
  ];
  return (
    <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} className={classes.banner}>
      {parts.join(' and ')} {company + contact === 1 ? 'is' : 'are'} not mapped and will not be synced.
    </Alert>
  );
}

function unmapped(schema: readonly SchemaField[], mappings: Parameters<typeof mappingRows>[1]): number {
  return mappingRows(schema, mappings, undefined).filter(({ mapping }) => mapping === null).length;
}

function matches(field: SchemaField, externalName: string | undefined, search: string): boolean {
  const text = [field.displayName, field.fieldName, externalName ?? ''].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
