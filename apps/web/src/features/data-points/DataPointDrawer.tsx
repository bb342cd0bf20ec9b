import { SegmentedControl, Stack, Text } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import type { FilterRule } from '@quarry/filters';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ReadingPanel } from '../../ui/ReadingPanel.tsx';
import { valueName } from '../datasets/source-names.ts';
import { ColumnConfig } from './ColumnConfig.tsx';
import { FieldStatistics } from './FieldStatistics.tsx';
import {
  type DataPointKey,
  describeFieldQuery,
  type RecordType,
  type StatisticsSearch,
  type ValuesPage,
} from './queries.ts';
import { RangeFilter } from './RangeFilter.tsx';
import { ValueList } from './ValueList.tsx';

const ConfigureColumn = lazy(() => import('./ConfigureColumn.tsx'));

/** A data point's meaning, statistics and values, of the companies that the explorer shows or all. */
export default function DataPointDrawer(props: {
  field: SchemaField | undefined;
  clientName: string;
  datasetVersion: string;
  /** Defaults to `company`. */
  recordType?: RecordType;
  /** The display name of a stored value, if it differs and the field does not know it. */
  nameValue?: ((value: string) => string) | undefined;
  /** The explorer's search. The statistics follow it until the person switches to all companies. */
  found?: StatisticsSearch | undefined;
  /** Adds a condition to the explorer's filters. */
  onFilter?: ((rule: FilterRule) => void) | undefined;
  onClose: () => void;
}) {
  const { field, recordType = 'company' } = props;
  const [isConfiguring, setConfiguring] = useState(false);
  return (
    <>
      <ReadingPanel onClose={props.onClose} title={<DrawerTitle field={field} />}>
        {field ? (
          <FieldInfo
            field={field}
            dataPoint={{
              clientName: props.clientName,
              version: props.datasetVersion,
              fieldName: field.fieldName,
              recordType,
            }}
            nameValue={props.nameValue ?? (field.valueNames && ((value) => valueName(field, value)))}
            found={props.found}
            onFilter={props.onFilter}
            onConfigure={() => setConfiguring(true)}
          />
        ) : (
          <EmptyState title="This data point is not in the dataset">
            It may have been removed since the link was made.
          </EmptyState>
        )}
      </ReadingPanel>
      <Suspense fallback={null}>
        {isConfiguring && field?.dynamicConfig && (
          <ConfigureColumn field={field} config={field.dynamicConfig} onClose={() => setConfiguring(false)} />
        )}
      </Suspense>
    </>
  );
}

function DrawerTitle({ field }: { field: SchemaField | undefined }) {
  return (
    <>
      <Text component="span" fw={600} size="lg" display="block">
        {field?.displayName ?? 'Data point'}
      </Text>
      {field && (
        <Text component="span" size="xs" c="dimmed">
          {field.type}
          {field.dataBlock ? ` · ${field.dataBlock.blockName.replaceAll('_', ' ')}` : ''}
        </Text>
      )}
    </>
  );
}

function FieldInfo(props: {
  field: SchemaField;
  dataPoint: DataPointKey;
  nameValue: ((value: string) => string) | undefined;
  onConfigure: () => void;
  found: StatisticsSearch | undefined;
  onFilter: ((rule: FilterRule) => void) | undefined;
}) {
  const { field, found, nameValue, onFilter } = props;
  const isNarrowed = found !== undefined && (found.filters !== null || found.search !== '' || found.tab !== 'ALL');
  const [scope, setScope] = useState<'found' | 'all'>('found');
  const [page, setPage] = useState<ValuesPage>({ search: '', pageIndex: 0 });
  const dataPoint = { ...props.dataPoint, search: isNarrowed && scope === 'found' ? found : undefined };
  const query = useQuery(describeFieldQuery(dataPoint, page));
  const { data } = query;
  const noun = dataPoint.recordType === 'company' ? 'companies' : 'contacts';
  // A page beyond the values of other companies would be empty.
  const searchKey = JSON.stringify(dataPoint.search);
  const [shownKey, setShownKey] = useState(searchKey);
  if (shownKey !== searchKey) {
    setShownKey(searchKey);
    setPage({ ...page, pageIndex: 0 });
  }

  return (
    <Stack gap="lg">
      <Text size="sm">{field.description || 'There is no description for this data point.'}</Text>
      {field.dynamicConfig && <ColumnConfig config={field.dynamicConfig} onConfigure={props.onConfigure} />}
      {isNarrowed && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Companies in the statistics"
          value={scope}
          onChange={setScope}
          data={[
            { value: 'found', label: 'Companies found' },
            { value: 'all', label: 'All companies' },
          ]}
        />
      )}
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <FieldStatistics field={field} data={data} />
          {data && <RangeFilter field={field} data={data} noun={noun} onFilter={onFilter} />}
          <ValueList
            field={field}
            dataPoint={dataPoint}
            data={data}
            isRefreshing={query.isPlaceholderData}
            page={page}
            onPage={setPage}
            noun={noun}
            nameValue={nameValue}
            onFilter={onFilter}
          />
        </>
      )}
    </Stack>
  );
}
