import {
  type FieldValue,
  OPERATORS_ON_SEGMENTS,
  OPERATORS_ON_TAGS,
  type SchemaField,
  SEGMENTS_FIELD,
  SOURCES_FIELD,
} from '@quarry/contracts';
import { COUNTRY_NAMES, type FilterRule, isCountryName, type Operator } from '@quarry/filters';
import { capitalise } from '../../lib/format.ts';
import { type ValueHint, valueHint } from '../../ui/cells/value-hint.ts';
import type { FilterField } from '../../ui/filter-builder/filter-field.ts';
import { valueFromName, valueName } from './source-names.ts';
import { TAG_OPERATORS, TAGS_FIELD, type TagNames, tagIdFromText, tagLabel, tagLabels } from './tag-names.ts';

/** The column of company ids. Hidden in tables, but people filter by it to chosen companies. */
export const COMPANY_ID_FIELD = '__company_id';
const COMPANY_NAME = 'firmographics/company_name';
const PRIMARY_DOMAIN = 'firmographics/primary_domain';
const HIDDEN_BY_DEFAULT = new Set([
  'firmographics/company_id',
  'firmographics/linked_in_url',
  'firmographics/website',
  SOURCES_FIELD,
]);

export function visibleFields(schema: readonly SchemaField[]): SchemaField[] {
  return schema.filter((field) => !field.isHiddenFromUser);
}

export function nameField(schema: readonly SchemaField[]): SchemaField | undefined {
  return schema.find((field) => field.ccmName === COMPANY_NAME);
}

/** The id of the column that shows the company: that of its name, if the account has the data point. */
export function firstColumn(schema: readonly SchemaField[]): string {
  return nameField(schema)?.fieldName ?? '__company';
}

/** The first column shows name and domain together. */
function isIdentityField(field: SchemaField): boolean {
  return field.ccmName === COMPANY_NAME || field.ccmName === PRIMARY_DOMAIN;
}

/** Hidden until chosen: the first column already shows name, domain and links, and few people need the sources. */
export function isHiddenByDefault(field: SchemaField): boolean {
  return isIdentityField(field) || HIDDEN_BY_DEFAULT.has(field.ccmName ?? field.fieldName);
}

/** Administrators may rename fields of data blocks, except name and domain. */
export function isRenameable(field: SchemaField): boolean {
  return field.dataBlock !== null && !isIdentityField(field);
}

/** How a data point's values are shown beyond what their type says. */
export function fieldHint(field: SchemaField): ValueHint {
  // The account's own scores have no end that a bar could show.
  if (field.fieldSource === 'SCORE') return null;
  return valueHint(field.dataBlockField?.internalName ?? field.fieldName, field.type);
}

/** Values are two-letter country codes: shown by name, and filtered by region too. */
function isCountryField(field: SchemaField): boolean {
  return isCountryName(field.dataBlockField?.internalName ?? '');
}

/** The name of a country code; other text stays as it is. */
export function countryName(code: string): string {
  return COUNTRY_NAMES[code.toUpperCase()] ?? code;
}

/** A display value: country codes, tags and sources by name, everything else as stored. */
export function readableValue(
  row: Readonly<Record<string, FieldValue>>,
  field: SchemaField,
  tagNames: TagNames,
): FieldValue {
  const value = row[field.fieldName] ?? null;
  if (field.fieldName === TAGS_FIELD && Array.isArray(value)) return tagLabels(tagNames, value);
  if (field.valueNames !== undefined && Array.isArray(value)) return value.map((id) => valueName(field, id));
  if (!isCountryField(field)) return value;
  if (typeof value === 'string') return countryName(value);
  return Array.isArray(value) ? value.map(countryName) : value;
}

function blockTitle(field: SchemaField): string {
  if (field.fieldSource === 'SCORE') return 'Scores';
  if (field.fieldSource === 'CUSTOM') return 'Custom';
  if (field.fieldSource === 'CRM_IMPORT') return 'CRM';
  return field.dataBlock === null ? 'Record' : blockNameText(field.dataBlock.blockName);
}

/** `web_traffic` as `Web traffic`. */
export function blockNameText(blockName: string): string {
  return capitalise(blockName.replaceAll('_', ' '));
}

/** Groups data points by block, in schema order, which puts the record's own fields last. */
export function groupByBlock(fields: readonly SchemaField[]): { title: string; fields: SchemaField[] }[] {
  const groups = Map.groupBy(fields, blockTitle);
  return [...groups].map(([title, members]) => ({ title, fields: members }));
}

const SEGMENT_OPERATORS: ReadonlySet<Operator> = new Set<Operator>(OPERATORS_ON_SEGMENTS);
const EDITED_TAG_OPERATORS: ReadonlySet<Operator> = new Set<Operator>(OPERATORS_ON_TAGS);

/** Visible data points and the company id for the filter builder; without `tags`, tags show as ids. */
export function toFilterFields(
  schema: readonly SchemaField[],
  tags?: { readonly names: TagNames; readonly editedTagId: string | null },
): FilterField[] {
  const offered = schema.filter((field) => !field.isHiddenFromUser || field.fieldName === COMPANY_ID_FIELD);
  return offered.map((field) => ({
    fieldName: field.fieldName,
    displayName: field.displayName,
    type: field.type,
    description: field.description,
    group: blockTitle(field),
    isDomain: field.ccmName === PRIMARY_DOMAIN,
    isCountry: isCountryField(field),
    isYear: fieldHint(field) === 'year',
    isCount: /\/count(#|$)/.test(field.ccmName ?? ''),
    ...(field.fieldName === TAGS_FIELD && tags !== undefined
      ? {
          nameValue: (id: string) => tagLabel(tags.names, id),
          parseValue: (text: string) => tagIdFromText(tags.names, text),
          operators: tags.editedTagId === null ? TAG_OPERATORS : EDITED_TAG_OPERATORS,
        }
      : {}),
    ...(field.valueNames === undefined
      ? {}
      : {
          nameValue: (id: string) => valueName(field, id),
          parseValue: (text: string) => valueFromName(field, text),
          operators: operatorsOnNames(field, tags?.editedTagId ?? null),
        }),
  }));
}

/** What is derived from segments may only ask whether a company is in some or not, as with tags. */
function operatorsOnNames({ fieldName }: SchemaField, editedTagId: string | null): ReadonlySet<Operator> {
  if (fieldName !== SEGMENTS_FIELD) return TAG_OPERATORS;
  return editedTagId === null ? SEGMENT_OPERATORS : EDITED_TAG_OPERATORS;
}

/** Names the countries and sources in a rule's values, and the tags if their names are given. */
export function nameRuleValue(
  schema: readonly SchemaField[],
  tagNames?: TagNames,
): (rule: FilterRule, value: string) => string | undefined {
  const countries = new Set(schema.filter(isCountryField).map((field) => field.fieldName));
  const named = new Map(schema.flatMap((field) => (field.valueNames ? [[field.fieldName, field]] : [])));
  return (rule, value) => {
    const field = named.get(rule.field);
    if (field !== undefined) return valueName(field, value);
    if (rule.field === TAGS_FIELD && tagNames !== undefined) return tagLabel(tagNames, value);
    return countries.has(rule.field) ? COUNTRY_NAMES[value.toUpperCase()] : undefined;
  };
}
