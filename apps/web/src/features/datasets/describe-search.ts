import { DEFAULT_SORT_FIELD, type ExportConfig, type SchemaField } from '@quarry/contracts';
import { describeFilter } from '@quarry/filters';
import { TAB_LABELS } from './explorer-state.ts';
import { nameRuleValue, toFilterFields } from './fields.ts';
import type { TagNames } from './tag-names.ts';

type Search = Pick<ExportConfig, 'filters' | 'search' | 'tab' | 'sortby' | 'sortdirection'>;

/** The conditions of a search in plain language, one text each: tab, search text, filters. */
export function describeSearch(
  { tab, search, filters }: Search,
  schema: readonly SchemaField[],
  tagNames: TagNames,
): string[] {
  const fields = new Map(toFilterFields(schema).map((field) => [field.fieldName, field]));
  const conditions = describeFilter(filters, fields, { nameValue: nameRuleValue(schema, tagNames) });
  return [
    ...(tab === 'ALL' ? [] : [TAB_LABELS[tab]]),
    ...(search === '' ? [] : [`Name or domain contains “${search}”`]),
    ...(conditions === '' ? [] : [conditions]),
  ];
}

/** The order of a search in plain language: `Employee count, descending`. */
export function describeOrder({ sortby, sortdirection }: Search, schema: readonly SchemaField[]): string {
  const isAscending = sortdirection === 'asc';
  if (sortby === DEFAULT_SORT_FIELD) return isAscending ? 'Best last' : 'Best first';
  if (sortby === '__company_id') return isAscending ? 'Company id, ascending' : 'Company id, descending';
  const name = schema.find(({ fieldName }) => fieldName === sortby)?.displayName ?? sortby;
  return `${name}, ${isAscending ? 'ascending' : 'descending'}`;
}
