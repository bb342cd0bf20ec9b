import { Group, Select, Stack, Switch } from '@mantine/core';
import { RANDOM_ORDER, type SchemaField } from '@quarry/contracts';
import { useMemo } from 'react';
import { CountInput } from '../../../ui/CountInput.tsx';
import { visibleFields } from '../../datasets/fields.ts';
import type { SegmentDraft } from './segment-draft.ts';

const MAX_LIMIT = 10_000_000;

type Limit = Pick<SegmentDraft, 'isLimited' | 'limit' | 'orderBy' | 'orderDirection'>;

/** How many of the matching companies to take, and in which order. */
export function SegmentLimit(props: {
  limit: Limit;
  schema: readonly SchemaField[];
  onChange: (change: Partial<Limit>) => void;
}) {
  const { limit, schema, onChange } = props;
  const orders = useMemo(
    () => [
      { value: RANDOM_ORDER, label: 'Random' },
      ...visibleFields(schema).map(({ fieldName, displayName }) => ({ value: fieldName, label: displayName })),
    ],
    [schema],
  );
  const isUnknown = !orders.some(({ value }) => value === limit.orderBy);
  return (
    <Stack gap="sm">
      <Switch
        label="Limit the number of companies"
        checked={limit.isLimited}
        onChange={(event) => onChange({ isLimited: event.currentTarget.checked })}
      />
      {limit.isLimited && (
        <Group gap="sm" align="flex-start">
          <CountInput
            label="Companies"
            w={130}
            max={MAX_LIMIT}
            value={limit.limit}
            error={limit.limit === null ? 'Give a number' : null}
            onChange={(count) => onChange({ limit: count })}
          />
          <Select
            label="In the order of"
            flex="1 1 180px"
            maw={280}
            searchable
            allowDeselect={false}
            data={
              isUnknown ? [...orders, { value: limit.orderBy, label: 'A data point that no longer exists' }] : orders
            }
            value={limit.orderBy}
            onChange={(orderBy) => orderBy !== null && onChange({ orderBy })}
          />
          {limit.orderBy !== RANDOM_ORDER && (
            <Select
              label="Direction"
              w={150}
              allowDeselect={false}
              data={[
                { value: 'desc', label: 'Descending' },
                { value: 'asc', label: 'Ascending' },
              ]}
              value={limit.orderDirection}
              onChange={(direction) => onChange({ orderDirection: direction === 'asc' ? 'asc' : 'desc' })}
            />
          )}
        </Group>
      )}
    </Stack>
  );
}
