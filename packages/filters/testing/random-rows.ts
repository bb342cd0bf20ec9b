import fc from 'fast-check';
import { type FieldValue, type FilterRow, fieldKey } from '../src/evaluate.ts';
import { type FieldInfo, type FieldType, traitsOf } from '../src/field-types.ts';
import { anyText } from './random-texts.ts';

/** A field of the test table. */
export interface TestField extends FieldInfo {
  readonly configId?: string;
  /** Has a companion column of folded texts. */
  readonly isFolded?: boolean;
  /** Has a companion column of texts in lower case. */
  readonly isLowered?: boolean;
  readonly hasItems?: boolean;
  /** Has a text index: of words for texts, of whole items for lists. */
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
  field('technologies', 'Multipicklist', { isFolded: true, isIndexed: true, hasItems: true }),
  field('languages', 'Multipicklist', { isLowered: true }),
  field('stages', 'Multipicklist'),
  field('status', 'String', { isLowered: true }),
  field('tags', 'Multipicklist', { isIndexed: true }),
  field('titles', 'Array', { isFolded: true }),
  field('notes', 'Array'),
];

/** The ids in the indexed list without a companion column. */
export const TAG_IDS = ['tag_1', 'tag_2', 'aB3-x', '0b7c', 'ünïq'] as const;

export const DOMAINS = ['stripe.com', 'a.co.uk', 'xn--mnchen-3ya.de', 'github.io', 'x.io'] as const;

/** A number as in a row or a rule. */
export const anyNumber = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.nat(100_000),
  fc.integer({ min: -300, max: 300 }).map((hundredths) => hundredths / 100),
  fc.integer({ min: -3000, max: 3000 }).map((thousandths) => thousandths / 1000),
  fc.constantFrom(0, -0, 0.1 + 0.2, 0.3, 0.005, 0.285, 1.005, 1e15, -1e15, 2 ** 53, 5e-324, 1e18),
);

const recentDate = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2027-01-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** A day as `yyyy-mm-dd`; mostly recent, sometimes at the limits of the stored range. */
export const anyDate = fc.oneof(
  { weight: 9, arbitrary: recentDate },
  { weight: 1, arbitrary: fc.constantFrom('2024-02-29', '1970-01-01', '1969-12-31', '1900-01-01', '2299-12-31') },
);

/** A row by field key; a fifth of the values are empty. */
export const anyRow: fc.Arbitrary<FilterRow> = fc.record(
  Object.fromEntries(TEST_FIELDS.map((each) => [fieldKey(each.fieldName, each.configId), valueOf(each)])),
);

function valueOf({ fieldName, type, isDomain }: TestField): fc.Arbitrary<FieldValue> {
  const orEmpty = (value: fc.Arbitrary<FieldValue>, empty: FieldValue): fc.Arbitrary<FieldValue> =>
    fc.oneof({ weight: 1, arbitrary: fc.constant(empty) }, { weight: 4, arbitrary: value });
  switch (traitsOf(type).form) {
    case 'text':
      if (isDomain === true) return orEmpty(fc.constantFrom(...DOMAINS), '');
      return orEmpty(anyText, '').map((text) => (typeof text === 'string' && text.trim() === '' ? '' : text));
    case 'number':
      return orEmpty(anyNumber, null);
    case 'date':
      return orEmpty(anyDate, null);
    case 'boolean':
      return orEmpty(fc.boolean(), null);
    case 'list':
      return fieldName === 'tags'
        ? orEmpty(fc.array(fc.constantFrom(...TAG_IDS), { minLength: 1, maxLength: 3 }), [])
        : orEmpty(fc.array(anyText, { minLength: 1, maxLength: 5 }), []);
  }
}
