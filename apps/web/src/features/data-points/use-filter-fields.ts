import { type SchemaField, synonymsOf } from '@quarry/contracts';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import type { FilterField, LoadValues } from '../../ui/filter-builder/filter-field.ts';
import { nameRuleValue, toFilterFields } from '../datasets/fields.ts';
import { namedOptions } from '../datasets/source-names.ts';
import { TAGS_FIELD, type TagNames, tagOptions } from '../datasets/tag-names.ts';
import { useTags } from '../tags/queries.ts';
import { usableTags } from '../tags/used-tags.ts';
import { fetchFieldOptions } from './queries.ts';

/** What the filter builder needs for conditions on an account's dataset. */
export interface FilterFields {
  readonly fields: readonly FilterField[];
  readonly byName: ReadonlyMap<string, FilterField>;
  readonly loadValues: LoadValues;
  readonly valuesKey: string;
  readonly tagNames: TagNames;
  readonly nameValue: ReturnType<typeof nameRuleValue>;
}

/**
 * The data points of `schema` with their values. `editedTagId` is the tag that the conditions are for, '' for a segment
 * or a score: what tags and segments can be derived from has fewer operators on them. Memoise `schema`.
 */
export function useFilterFields(schema: readonly SchemaField[], editedTagId: string | null = null): FilterFields {
  const { clientName } = useClient();
  const { tags, names, stamp } = useTags(clientName);
  const fields = useMemo(() => {
    const keys = new Map(schema.map(({ fieldName, ccmName }) => [fieldName, ccmName ?? fieldName]));
    // Only the picker needs synonyms; the first page has no need to load them.
    return toFilterFields(schema, { names, editedTagId }).map((field) => ({
      ...field,
      synonyms: synonymsOf(keys.get(field.fieldName) ?? field.fieldName),
    }));
  }, [schema, names, editedTagId]);
  const loadValues = useCallback<LoadValues>(
    async (fieldName, search, signal) => {
      if (fieldName === TAGS_FIELD) return tagOptions(usableTags(tags ?? [], editedTagId), search);
      const named = schema.find((field) => field.fieldName === fieldName && field.valueNames !== undefined);
      if (named === undefined) return fetchFieldOptions(clientName, fieldName, search, signal);
      // People search values that are ids by their names, which the dataset doesn't have.
      return namedOptions(named, await fetchFieldOptions(clientName, fieldName, '', signal), search);
    },
    [clientName, schema, tags, editedTagId],
  );
  return useMemo(
    () => ({
      fields,
      byName: new Map(fields.map((field) => [field.fieldName, field])),
      loadValues,
      valuesKey: `${clientName} ${stamp} ${editedTagId}`,
      tagNames: names,
      nameValue: nameRuleValue(schema, names),
    }),
    [fields, loadValues, clientName, stamp, editedTagId, names, schema],
  );
}
