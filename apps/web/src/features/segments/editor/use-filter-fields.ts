import { OPERATORS_ON_TAGS, type SchemaField, SEGMENTS_FIELD, synonymsOf } from '@quarry/contracts';
import { type FilterGroup, type Operator, validateFilter } from '@quarry/filters';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import type { FilterField, LoadValues } from '../../../ui/filter-builder/filter-field.ts';
import { fetchFieldOptions } from '../../data-points/queries.ts';
import { nameRuleValue, toFilterFields } from '../../datasets/fields.ts';
import { namedOptions } from '../../datasets/source-names.ts';
import { TAGS_FIELD, type TagNames, tagOptions } from '../../datasets/tag-names.ts';
import { useTags } from '../../tags/queries.ts';

const SEGMENT_OPERATORS: ReadonlySet<Operator> = new Set<Operator>(OPERATORS_ON_TAGS);

/** What the filter builder needs to filter an account's dataset. */
export interface FilterFields {
  readonly fields: readonly FilterField[];
  readonly byName: ReadonlyMap<string, FilterField>;
  readonly loadValues: LoadValues;
  readonly valuesKey: string;
  readonly tagNames: TagNames;
  readonly nameValue: ReturnType<typeof nameRuleValue>;
}

/** The data points of the dataset for a segment's filters; `segmentId` is left out of the segments to filter by. */
export function useFilterFields(segmentId: string | null): FilterFields {
  const { clientName, companiesSchema } = useClient();
  const { tags, names, stamp } = useTags(clientName);
  const schema = useMemo(
    () => companiesSchema.map((field) => (field.fieldName === SEGMENTS_FIELD ? without(field, segmentId) : field)),
    [companiesSchema, segmentId],
  );
  const fields = useMemo(() => {
    const keys = new Map(schema.map(({ fieldName, ccmName }) => [fieldName, ccmName ?? fieldName]));
    // A segment may ask for tags and segments as a tag may: whether a company has some or not.
    return toFilterFields(schema, { names, editedTagId: '' }).map((field) => ({
      ...field,
      ...(field.fieldName === SEGMENTS_FIELD ? { operators: SEGMENT_OPERATORS } : {}),
      synonyms: synonymsOf(keys.get(field.fieldName) ?? field.fieldName),
    }));
  }, [schema, names]);
  const loadValues = useCallback<LoadValues>(
    async (fieldName, search, signal) => {
      if (fieldName === TAGS_FIELD) return tagOptions(tags ?? [], search);
      const named = schema.find((field) => field.fieldName === fieldName && field.valueNames !== undefined);
      if (named === undefined) return fetchFieldOptions(clientName, fieldName, search, signal);
      return namedOptions(named, await fetchFieldOptions(clientName, fieldName, '', signal), search);
    },
    [clientName, schema, tags],
  );
  return useMemo(
    () => ({
      fields,
      byName: new Map(fields.map((field) => [field.fieldName, field])),
      loadValues,
      valuesKey: `${clientName} ${stamp}`,
      tagNames: names,
      nameValue: nameRuleValue(schema, names),
    }),
    [fields, loadValues, clientName, stamp, names, schema],
  );
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
