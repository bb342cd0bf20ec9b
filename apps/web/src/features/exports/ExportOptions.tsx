import { Button, Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type DatasetExportType, EXPORT_NAME_MAX, type ExportFormat, LINKEDIN_MIN_ROWS } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import { visibleFields } from '../datasets/fields.ts';
import { type DatasetKey, matchCountQuery } from '../datasets/queries.ts';
import { ExportScope } from './ExportScope.tsx';
import { exportRequest } from './export-request.ts';
import { useStartExport } from './use-start-export.ts';

/** The export dialog: shows the explorer's company count, asks for columns and format, starts the export. */
export function ExportOptions(props: {
  dataset: DatasetKey;
  state: ExplorerState;
  /** The companies chosen one by one; null for all of the explorer. */
  companyIds: readonly string[] | null;
  /** Field names of the explorer's columns in order; null while loading. */
  visibleColumns: readonly string[] | null;
  onClose: () => void;
}) {
  useReturnFocus();
  const { dataset, state, companyIds, visibleColumns, onClose } = props;
  const client = useClient();
  const matching = useQuery({ ...matchCountQuery(dataset, state.filters, state), enabled: companyIds === null });
  const [name, setName] = useState('');
  const [type, setType] = useState<DatasetExportType>('DATASET');
  const [includesAllColumns, setIncludesAllColumns] = useState(false);
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [isRaw, setRaw] = useState(false);
  const start = useStartExport(client.clientName, onClose);

  const count = companyIds?.length ?? matching.data ?? null;
  const isForAds = type === 'DATASET_LINKEDIN_ADS';
  const disabledReason =
    visibleColumns === null ? 'The columns are still loading' : count === 0 ? 'There are no companies to export' : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (visibleColumns === null || disabledReason !== null || start.isPending) return;
    const columns = includesAllColumns ? null : [...visibleColumns];
    start.mutate(
      exportRequest(state, companyIds, { name, type, columns, format, values: isRaw ? 'RAW' : 'DISPLAYED' }),
    );
  }
  return (
    <Modal opened onClose={onClose} title="Export Options" size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {companyIds === null && matching.isError && matching.data === undefined ? (
            <ErrorState
              title="The companies could not be counted"
              error={matching.error}
              onRetry={() => void matching.refetch()}
            />
          ) : (
            <ExportScope count={count} isChosen={companyIds !== null} search={{ ...state, ...sortOf(state) }} />
          )}
          <TextInput
            label="Name (optional)"
            placeholder="Export name"
            data-autofocus
            maxLength={EXPORT_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Radio.Group
            label="Type"
            value={type}
            onChange={(value) => setType(value === 'DATASET' ? 'DATASET' : 'DATASET_LINKEDIN_ADS')}
          >
            <Stack gap="xs" mt={6}>
              <Radio value="DATASET" label="Dataset" description="One row for each company" />
              <Radio
                value="DATASET_LINKEDIN_ADS"
                label="LinkedIn Ads"
                description="A company list for LinkedIn Campaign Manager, in its column format"
              />
            </Stack>
          </Radio.Group>
          {isForAds ? (
            count !== null &&
            count > 0 &&
            count < LINKEDIN_MIN_ROWS && (
              <Text size="sm" role="status">
                LinkedIn does not use lists of fewer than {LINKEDIN_MIN_ROWS} companies.
              </Text>
            )
          ) : (
            <>
              <Radio.Group
                label="Columns"
                value={includesAllColumns ? 'all' : 'visible'}
                onChange={(value) => setIncludesAllColumns(value === 'all')}
              >
                <Stack gap="xs" mt={6}>
                  <Radio
                    value="visible"
                    label={`Visible columns (${visibleColumns?.length ?? '…'})`}
                    description="The columns of your table in its order, with the domain after the name; the ids of the company come last"
                  />
                  <Radio value="all" label={`All columns (${visibleFields(client.companiesSchema).length})`} />
                </Stack>
              </Radio.Group>
              <Radio.Group
                label="Format"
                value={format}
                onChange={(value) => setFormat(value === 'parquet' ? 'parquet' : 'csv')}
              >
                <Stack gap="xs" mt={6}>
                  <Radio value="csv" label="CSV" description="For spreadsheets" />
                  <Radio value="parquet" label="Parquet" description="For data tools; keeps the types of the columns" />
                </Stack>
              </Radio.Group>
              <Checkbox
                label="Raw values"
                description="Country codes instead of names, true and false instead of Yes and No"
                checked={isRaw}
                onChange={(event) => setRaw(event.currentTarget.checked)}
              />
            </>
          )}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton type="submit" loading={start.isPending} disabledReason={disabledReason} onClick={submit}>
            Export
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}

function sortOf({ sortBy, sortDirection }: ExplorerState) {
  return { sortby: sortBy, sortdirection: sortDirection };
}
