import { type CompanyRow, type FieldValue, OPERATORS_ON_TAGS, type SchemaField } from '@quarry/contracts';
import { COUNTRY_NAMES, type FilterRule, type Operator } from '@quarry/filters';
import type { FilterField } from '../../ui/filter-builder/filter-field.ts';
import { storedTag, TAG_OPERATORS, TAGS_FIELD, type TagNames, tagLabel, tagLabels } from './tag-names.ts';

const COMPANY_NAME = 'firmographics/company_name';
const PRIMARY_DOMAIN = 'firmographics/primary_domain';
const QUIET = new Set(['firmographics/company_id', 'firmographics/linked_in_url', 'firmographics/website']);
const COUNTRY_FIELD = /(?:^|_)(?:country|countries)$/;

/** The data points that the person may see. */
export function visibleFields(schema: readonly SchemaField[]): SchemaField[] {
  return schema.filter((field) => !field.isHiddenFromUser);
}

/** The data point that holds the company's name, if the account has one. */
export function nameField(schema: readonly SchemaField[]): SchemaField | undefined {
  return schema.find((field) => field.ccmName === COMPANY_NAME);
}

/** True for the company's name and its domain, which the first column shows together. */
function isIdentityField(field: SchemaField): boolean {
  return field.ccmName === COMPANY_NAME || field.ccmName === PRIMARY_DOMAIN;
}

/** True for what the first column shows already: name, domain and the two links. */
export function isQuietField(field: SchemaField): boolean {
  return isIdentityField(field) || QUIET.has(field.ccmName ?? '');
}

/** True if an admin may rename the data point: it comes from a data block and is neither name nor domain. */
export function isRenameable(field: SchemaField): boolean {
  return field.dataBlock !== null && !isIdentityField(field);
}

/** True if the values are two-letter country codes, which are shown by name and filtered by region too. */
function isCountryField(field: SchemaField): boolean {
  return COUNTRY_FIELD.test(field.dataBlockField?.internalName ?? '');
}

/** The name of a country code; other text as it is. */
export function countryName(code: string): string {
  return COUNTRY_NAMES[code.toUpperCase()] ?? code;
}

/** The value of a data point as people read it: country codes and tags by name, everything else as stored. */
export function readableValue(row: CompanyRow, field: SchemaField, tagNames: TagNames): FieldValue {
  const value = row[field.fieldName] ?? null;
  if (field.fieldName === TAGS_FIELD && Array.isArray(value)) return tagLabels(tagNames, value);
  if (!isCountryField(field)) return value;
  if (typeof value === 'string') return countryName(value);
  return Array.isArray(value) ? value.map(countryName) : value;
}

/** `technographics` as `Technographics`, `web_traffic` as `Web traffic`. */
function blockTitle(field: SchemaField): string {
  if (field.fieldSource === 'SCORE') return 'Scores';
  if (field.fieldSource === 'CUSTOM') return 'Custom';
  if (field.fieldSource === 'CRM_IMPORT') return 'CRM';
  const name = field.dataBlock?.blockName;
  if (name === undefined) return 'Record';
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Data points in groups by block, both in the schema's order, the record's own fields last. */
export function groupByBlock(fields: readonly SchemaField[]): { title: string; fields: SchemaField[] }[] {
  const groups = Map.groupBy(fields, blockTitle);
  return [...groups].map(([title, members]) => ({ title, fields: members }));
}

const OF_EDITED_TAG: ReadonlySet<Operator> = new Set<Operator>(OPERATORS_ON_TAGS);

/** The data points as the filter builder takes them; without names, tags read as their ids. */
export function toFilterFields(
  schema: readonly SchemaField[],
  tags?: { readonly names: TagNames; readonly editedTagId: string | null },
): FilterField[] {
  return visibleFields(schema).map((field) => ({
    fieldName: field.fieldName,
    displayName: field.displayName,
    type: field.type,
    description: field.description,
    group: blockTitle(field),
    isDomain: field.ccmName === PRIMARY_DOMAIN,
    isCountry: isCountryField(field),
    ...(field.fieldName === TAGS_FIELD && tags !== undefined
      ? {
          nameValue: (id: string) => tagLabel(tags.names, id),
          storedValue: (text: string) => storedTag(tags.names, text),
          operators: tags.editedTagId === null ? TAG_OPERATORS : OF_EDITED_TAG,
        }
      : {}),
  }));
}

/** Names the values of rules for people: countries instead of codes, tags instead of ids where their names are given. */
export function nameRuleValue(
  schema: readonly SchemaField[],
  tagNames?: TagNames,
): (rule: FilterRule, value: string) => string | undefined {
  const countries = new Set(schema.filter(isCountryField).map((field) => field.fieldName));
  return (rule, value) => {
    if (rule.field === TAGS_FIELD && tagNames !== undefined) return tagLabel(tagNames, value);
    return countries.has(rule.field) ? COUNTRY_NAMES[value.toUpperCase()] : undefined;
  };
}
