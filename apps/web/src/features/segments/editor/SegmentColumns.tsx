import { MultiSelect } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import { useMemo } from 'react';
import { nameField, visibleFields } from '../../datasets/fields.ts';

/** Chooses the data points of the segment's table, in order; none stands for those that the filters use. */
export function SegmentColumns(props: {
  schema: readonly SchemaField[];
  value: readonly string[] | null;
  onChange: (columns: readonly string[] | null) => void;
}) {
  const { schema, value } = props;
  const data = useMemo(() => {
    const name = nameField(schema);
    return visibleFields(schema)
      .filter((field) => field !== name)
      .map(({ fieldName, displayName }) => ({ value: fieldName, label: displayName }));
  }, [schema]);
  const known = (value ?? []).filter((column) => data.some((option) => option.value === column));
  return (
    <MultiSelect
      label="Columns"
      description="Data points to show beside each company, in this order"
      placeholder={known.length > 0 ? '' : 'Those that the filters use'}
      nothingFoundMessage="No data points found"
      searchable
      hidePickedOptions
      clearable
      clearButtonProps={{ 'aria-label': 'Remove all columns' }}
      data={data}
      value={known}
      onChange={(columns) => props.onChange(columns.length === 0 ? null : columns)}
    />
  );
}
