import type { SchemaField } from '@quarry/contracts';
import type { FilterGroup, FilterNode } from '@quarry/filters';
import { isHiddenByDefault, nameField, visibleFields } from '../datasets/fields.ts';
import { TAGS_FIELD } from '../datasets/tag-names.ts';

/** The columns that decide about a company; of several in a line, the first that the account has. */
const DECIDING = [
  ['firmographics/industry'],
  ['firmographics/country'],
  ['firmographics/employee_count', 'firmographics/employee_range'],
  ['firmographics/revenue_usd', 'funding/total_funding_usd'],
  ['social/employee_growth', 'firmographics/is_hiring'],
  ['technographics/technology_count', 'technographics/technologies'],
];
/** With the company itself, ten columns. */
const MAX_COLUMNS = 9;
const FEW_COLUMNS = 4;
const MAX_SCORES = 3;

/**
 * The columns beside the company while nobody chose any: scores, those that decide, then the account's own data points, then what
 * the filters use for as long as they do. Accounts with hardly any of these start with the schema's first ones.
 */
export function leadColumns(schema: readonly SchemaField[], filters: FilterGroup | null): string[] {
  const name = nameField(schema);
  const offered = visibleFields(schema).filter((field) => field !== name);
  const byKey = new Map(offered.map((field) => [field.ccmName ?? field.fieldName, field.fieldName]));
  const deciding = DECIDING.flatMap((keys) => keys.flatMap((key) => byKey.get(key) ?? []).slice(0, 1));
  const tags = byKey.get(TAGS_FIELD);
  const room = MAX_COLUMNS - (tags === undefined ? 0 : 1);
  // The schema has the newest last.
  const scores = offered.filter(isScore).slice(0, MAX_SCORES);
  const own = offered.filter(isOwn).slice(-Math.max(1, room - deciding.length - scores.length));
  const lead = [...scores.map(({ fieldName }) => fieldName), ...deciding, ...own.map(({ fieldName }) => fieldName)];
  if (lead.length < FEW_COLUMNS) lead.push(...offered.filter(isLoud).map(({ fieldName }) => fieldName));
  const chosen = [...new Set(lead)].slice(0, room);
  const used = filters === null ? [] : usedFields(filters).filter((fieldName) => fieldName !== name?.fieldName);
  const known = new Set(offered.map(({ fieldName }) => fieldName));
  return [
    ...new Set([...chosen, ...(tags === undefined ? [] : [tags]), ...used.filter((fieldName) => known.has(fieldName))]),
  ];
}

function isLoud(field: SchemaField): boolean {
  return !isHiddenByDefault(field) && field.fieldName !== TAGS_FIELD;
}

function isScore({ fieldSource }: SchemaField): boolean {
  return fieldSource === 'SCORE';
}

/** Configured or computed for this account. */
function isOwn({ fieldSource, dynamicConfig }: SchemaField): boolean {
  return dynamicConfig !== null || fieldSource === 'CUSTOM' || fieldSource === 'CRM_IMPORT';
}

function usedFields(node: FilterNode): string[] {
  return 'rules' in node ? node.rules.flatMap(usedFields) : [node.field];
}
