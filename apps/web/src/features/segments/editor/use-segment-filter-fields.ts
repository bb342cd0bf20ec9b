import { type SchemaField, SEGMENTS_FIELD } from '@quarry/contracts';
import { type FilterGroup, validateFilter } from '@quarry/filters';
import { useMemo } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { type FilterFields, useFilterFields } from '../../data-points/use-filter-fields.ts';

/** The data points of the dataset for a segment's filters; `segmentId` is left out of the segments to filter by. */
export function useSegmentFilterFields(segmentId: string | null): FilterFields {
  const { companiesSchema } = useClient();
  const schema = useMemo(
    () => companiesSchema.map((field) => (field.fieldName === SEGMENTS_FIELD ? without(field, segmentId) : field)),
    [companiesSchema, segmentId],
  );
  return useFilterFields(schema, '');
}

/** The broken rules of filters with their reasons. */
export function filterProblems(filters: FilterGroup, { byName }: FilterFields): ReadonlyMap<string, string> {
  return new Map(validateFilter(filters, byName).map(({ ruleId, reason }) => [ruleId, reason]));
}

function without(field: SchemaField, segmentId: string | null): SchemaField {
  const { valueNames = {} } = field;
  const others = Object.entries(valueNames).filter(([id]) => id !== segmentId);
  return { ...field, valueNames: Object.fromEntries(others) };
}
