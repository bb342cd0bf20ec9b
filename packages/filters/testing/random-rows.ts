import { type FilterRow, fieldKey } from '../src/evaluate.ts';
import type { FieldInfo, FieldType } from '../src/field-types.ts';
import type { Random } from './random.ts';
import { randomText } from './random-texts.ts';

/** A field of the test table. */
export interface TestField extends FieldInfo {
  readonly configId?: string;
  /** With a companion column. */
  readonly isFolded?: boolean;
  /** With a column of its texts in lower case. */
  readonly isLowered?: boolean;
  /** With a text index: of words for texts, of whole items for lists. */
  readonly isIndexed?: boolean;
}

const field = (fieldName: string, type: FieldType, extra: Partial<TestField> = {}): TestField => ({
  fieldName,
  displayName: fieldName,
  type,
  ...extra,
});

/** Every type, with and without companion column and index. */
export const TEST_FIELDS: readonly TestField[] = [
  field('name', 'String', { isFolded: true, isIndexed: true }),
  field('city', 'String'),
  field('primary_domain', 'String', { isDomain: true, isFolded: true }),
  field('industry', 'Picklist'),
  field('country', 'Picklist', { isFolded: true }),
  field('employees', 'Number'),
  field('jobs/count', 'Number', { configId: 'open-sales' }),
  field('growth', 'Percentage'),
  field('revenue', 'Currency'),
  field('founded', 'Date'),
  field('hiring', 'Boolean'),
  field('technologies', 'Multipicklist', { isFolded: true, isIndexed: true }),
  field('languages', 'Multipicklist', { isLowered: true }),
  field('stages', 'Multipicklist'),
  field('status', 'String', { isLowered: true }),
  field('tags', 'Multipicklist', { isIndexed: true }),
  field('titles', 'Array', { isFolded: true }),
  field('notes', 'Array'),
];

/** The stored ids that the indexed list without companion column holds. */
export const TAG_IDS = ['tag_1', 'tag_2', 'aB3-x', '0b7c', 'ünïq'] as const;

/** Normalised domains. */
export const DOMAINS = ['stripe.com', 'a.co.uk', 'xn--mnchen-3ya.de', 'github.io', 'x.io'] as const;

/** A number as a row or a rule might hold it. */
export function randomNumber(random: Random): number {
  return random.pick([
    () => random.integer(-3, 12),
    () => random.integer(0, 100_000),
    () => random.integer(-300, 300) / 100,
    () => random.integer(-3000, 3000) / 1000,
    () => random.pick([0, -0, 0.1 + 0.2, 0.3, 0.005, 0.285, 1.005, 1e15, -1e15, 2 ** 53, 5e-324, 1e18]),
  ])();
}

/** A day as `yyyy-mm-dd`; mostly recent, sometimes at the ends of what can be stored. */
export function randomDate(random: Random): string {
  if (random.chance(0.1)) return random.pick(['1900-01-01', '2299-12-31', '2024-02-29', '1969-12-31', '1970-01-01']);
  const day = Date.UTC(random.integer(2020, 2026), random.integer(0, 11), random.integer(1, 31));
  return new Date(day).toISOString().slice(0, 10);
}

/** One row by field key; a fifth of the values is empty. */
export function randomRow(random: Random): FilterRow {
  return Object.fromEntries(
    TEST_FIELDS.map((each) => [fieldKey(each.fieldName, each.configId), randomValue(random, each)]),
  );
}

function randomValue(random: Random, { fieldName, type, isDomain }: TestField): FilterRow[string] {
  const isEmpty = random.chance(0.2);
  switch (type) {
    case 'String':
    case 'Picklist': {
      if (isDomain === true) return isEmpty ? '' : random.pick(DOMAINS);
      const text = isEmpty ? '' : randomText(random);
      return text.trim() === '' ? '' : text;
    }
    case 'Number':
    case 'Percentage':
    case 'Currency':
      return isEmpty ? null : randomNumber(random);
    case 'Date':
      return isEmpty ? null : randomDate(random);
    case 'Boolean':
      return isEmpty ? null : random.chance(0.5);
    case 'Multipicklist':
    case 'Array': {
      if (isEmpty) return [];
      const items = Array.from({ length: random.integer(1, 5) }, () => randomText(random));
      return fieldName === 'tags' ? random.some(TAG_IDS, 1, 3) : items;
    }
  }
}
