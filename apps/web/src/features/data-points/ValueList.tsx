import { Button, Group, Skeleton, Table, TextInput, Title, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { describeField, OutputOf, SchemaField } from '@quarry/contracts';
import { MAX_UNIQUE_VALUES, UNIQUE_VALUES_PAGE_SIZE } from '@quarry/contracts';
import type { FilterRule } from '@quarry/filters';
import { IconCopy, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ShareTrack } from '../../ui/ShareTrack.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { valueRule } from '../datasets/value-conditions.ts';
import classes from './data-point.module.css';
import { type DataPointKey, fetchUniqueValues, type ValuesPage } from './queries.ts';
import { valueText } from './value-text.ts';

const SEARCH_DELAY_MS = 250;
/** Fewer values are seen at a glance. */
const MANY_VALUES = 8;

/** The unique values of a data point with their companies, most frequent first. A value filters by itself. */
export function ValueList(props: {
  field: SchemaField;
  dataPoint: DataPointKey;
  data: OutputOf<typeof describeField> | undefined;
  isRefreshing: boolean;
  page: ValuesPage;
  onPage: (page: ValuesPage) => void;
  noun: string;
  /** The display name of a stored value, if it differs. */
  nameValue: ((value: string) => string) | undefined;
  onFilter: ((rule: FilterRule) => void) | undefined;
}) {
  const { field, dataPoint, data, page, nameValue, onFilter, noun } = props;
  const [isCopying, setCopying] = useState(false);
  const [search, setSearch] = useState(page.search);
  const searchLater = useDebouncedCallback(
    (text: string) => props.onPage({ search: text.trim(), pageIndex: 0 }),
    SEARCH_DELAY_MS,
  );
  const textOf = (value: string | number | boolean) =>
    typeof value === 'string' && nameValue ? nameValue(value) : valueText(field, value);
  // Names that only people see can't be searched.
  const isSearchable =
    dataPoint.recordType === 'company' && nameValue === undefined && (data?.uniqueCount ?? 0) > MANY_VALUES;

  async function copyValues() {
    setCopying(true);
    try {
      const values = await fetchUniqueValues(dataPoint, page.search, MAX_UNIQUE_VALUES);
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
      {isSearchable && (
        <TextInput
          size="xs"
          mb={6}
          aria-label="Search values"
          placeholder="Search values"
          maxLength={500}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            searchLater(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search === '') return;
            event.preventDefault();
            event.stopPropagation();
            setSearch('');
            searchLater('');
          }}
        />
      )}
      {data && data.valuesCount === 0 ? (
        page.search === '' ? (
          <EmptyState title="No values">None of these {noun} has a value here.</EmptyState>
        ) : (
          <EmptyState title="No values found">No value contains “{page.search}”.</EmptyState>
        )
      ) : (
        <Table aria-busy={props.isRefreshing} verticalSpacing={5} className={classes.values}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Value</Table.Th>
              <Table.Th className={classes.count}>{noun === 'companies' ? 'Companies' : 'Contacts'}</Table.Th>
              <Table.Th className={classes.share}>Share</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data
              ? data.values.map(({ value, count }) => (
                  <Table.Tr key={String(value)}>
                    <Table.Td className={classes.value}>
                      {onFilter === undefined ? (
                        textOf(value)
                      ) : (
                        <UnstyledButton
                          className={classes.valueFilter}
                          aria-label={`Filter by ${textOf(value)}`}
                          onClick={() => onFilter(valueRule(field, value))}
                        >
                          {textOf(value)}
                        </UnstyledButton>
                      )}
                    </Table.Td>
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
      {data && (
        <Pager
          pageIndex={page.pageIndex}
          pageSize={UNIQUE_VALUES_PAGE_SIZE}
          total={data.valuesCount}
          rowCount={data.values.length}
          noun="values"
          label="Pages of values"
          onPage={(pageIndex) => props.onPage({ ...page, pageIndex })}
        />
      )}
    </section>
  );
}

function ShareBar({ share }: { share: number }) {
  const percent = Math.min(100, share * 100);
  return (
    <span className={classes.bar}>
      <ShareTrack share={share} />
      <span className={classes.percent}>{percent > 0 && percent < 0.1 ? '<0.1' : percent.toFixed(1)}%</span>
    </span>
  );
}
