import { Button, Drawer, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { MAX_UNIQUE_VALUES, type SchemaField, UNIQUE_VALUES_PAGE_SIZE } from '@quarry/contracts';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { valueName } from '../datasets/source-names.ts';
import { ColumnConfig } from './ColumnConfig.tsx';
import classes from './data-point.module.css';
import { FieldStatistics } from './FieldStatistics.tsx';
import { type DataPointKey, describeFieldQuery, fetchUniqueValues, type RecordType } from './queries.ts';
import { valueText } from './value-text.ts';

const ConfigureColumn = lazy(() => import('./ConfigureColumn.tsx'));

/** A data point's meaning, statistics and values over the whole dataset. */
export default function DataPointDrawer(props: {
  field: SchemaField | undefined;
  clientName: string;
  datasetVersion: string;
  /** Defaults to `company`. */
  recordType?: RecordType;
  /** The display name of a stored value, if it differs and the field does not know it. */
  nameValue?: ((value: string) => string) | undefined;
  onClose: () => void;
}) {
  const { field, recordType = 'company' } = props;
  useReturnFocus();
  const [isConfiguring, setConfiguring] = useState(false);
  return (
    <>
      <Drawer
        opened
        onClose={props.onClose}
        title={<DrawerTitle field={field} />}
        // Escape closes the dialog above first.
        closeOnEscape={!isConfiguring}
      >
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
            onConfigure={() => setConfiguring(true)}
          />
        ) : (
          <EmptyState title="This data point is not in the dataset">
            It may have been removed since the link was made.
          </EmptyState>
        )}
      </Drawer>
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
}) {
  const { field, dataPoint, nameValue } = props;
  const [pageIndex, setPageIndex] = useState(0);
  const [isCopying, setCopying] = useState(false);
  const query = useQuery(describeFieldQuery(dataPoint, pageIndex));
  const { data } = query;
  const textOf = (value: string | number | boolean) =>
    typeof value === 'string' && nameValue ? nameValue(value) : valueText(field.type, value);

  async function copyValues() {
    setCopying(true);
    try {
      const values = await fetchUniqueValues(dataPoint, MAX_UNIQUE_VALUES);
      const isCopied = await copyToClipboard(values.map(textOf).join('\n'));
      if (!isCopied) notifyError('The browser did not allow copying');
      else if ((data?.valuesCount ?? 0) > MAX_UNIQUE_VALUES) notifySuccess('First 1000 values copied to clipboard');
      else notifySuccess(`${plural(values.length, 'value')} copied to clipboard`);
    } catch (error) {
      notifyError(messageOf(error));
    } finally {
      setCopying(false);
    }
  }

  return (
    <Stack gap="lg">
      <Text size="sm">{field.description || 'There is no description for this data point.'}</Text>
      {field.dynamicConfig && <ColumnConfig config={field.dynamicConfig} onConfigure={props.onConfigure} />}
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <FieldStatistics field={field} data={data} />
          <section aria-labelledby="unique-values">
            <Group justify="space-between" mb={6}>
              <Title order={3} id="unique-values">
                Unique values
              </Title>
              {data && data.valuesCount > 0 && (
                <Button
                  size="xs"
                  variant="default"
                  loading={isCopying}
                  leftSection={<IconCopy size={14} aria-hidden="true" />}
                  onClick={() => void copyValues()}
                >
                  Copy to clipboard
                </Button>
              )}
            </Group>
            {data && data.valuesCount === 0 ? (
              <EmptyState title="No values">No {dataPoint.recordType} in the dataset has a value here.</EmptyState>
            ) : (
              <Table aria-busy={query.isPlaceholderData} verticalSpacing={5} className={classes.values}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Value</Table.Th>
                    <Table.Th className={classes.count}>
                      {dataPoint.recordType === 'company' ? 'Companies' : 'Contacts'}
                    </Table.Th>
                    <Table.Th className={classes.share}>Share</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data
                    ? data.values.map(({ value, count }) => (
                        <Table.Tr key={String(value)}>
                          <Table.Td className={classes.value}>{textOf(value)}</Table.Td>
                          <Table.Td className={classes.count}>{formatNumber(count)}</Table.Td>
                          <Table.Td className={classes.share}>
                            <ShareBar share={data.recordsCount === 0 ? 0 : count / data.recordsCount} />
                          </Table.Td>
                        </Table.Tr>
                      ))
                    : Array.from({ length: 10 }, (_, index) => (
                        <Table.Tr key={index}>
                          <Table.Td colSpan={3}>
                            <Skeleton height={10} my={5} width={`${80 - index * 6}%`} />
                          </Table.Td>
                        </Table.Tr>
                      ))}
                </Table.Tbody>
              </Table>
            )}
            {data && data.valuesCount > UNIQUE_VALUES_PAGE_SIZE && (
              <Pager
                pageIndex={pageIndex}
                pageSize={UNIQUE_VALUES_PAGE_SIZE}
                total={data.valuesCount}
                rowCount={data.values.length}
                noun="values"
                label="Pages of values"
                onPage={setPageIndex}
              />
            )}
          </section>
        </>
      )}
    </Stack>
  );
}

function ShareBar({ share }: { share: number }) {
  const percent = Math.min(100, share * 100);
  return (
    <span className={classes.bar}>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.fill} style={{ width: `${percent}%` }} />
      </span>
      <span className={classes.percent}>{percent > 0 && percent < 0.1 ? '<0.1' : percent.toFixed(1)}%</span>
    </span>
  );
}
