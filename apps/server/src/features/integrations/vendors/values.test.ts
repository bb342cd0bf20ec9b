import { FIELD_TYPE_NAMES, type FieldType } from '@quarry/filters';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asFraction, asNumber, asPercent, plainDecimal } from './dataset-value.ts';
import { typesAcceptedBy } from './field-shape.ts';
import { shapeOf as hubspotShape } from './hubspot/field-type.ts';
import { vendorOf } from './index.ts';
import { shapeOf as pipedriveShape } from './pipedrive/field-type.ts';
import { shapeOf as salesforceShape } from './salesforce/field-type.ts';
import type { DatasetValue, DescribedField, ExternalAccount, Vendor } from './vendor.ts';

const crms = {
  hubspot: { app: null, authUrl: 'https://app.hubspot.com', apiUrl: 'https://api.hubapi.com' },
  salesforce: {
    app: null,
    loginUrl: 'https://login.salesforce.com',
    sandboxLoginUrl: 'https://test.salesforce.com',
    apiVersion: '66.0',
  },
  pipedrive: { app: null, authUrl: 'https://oauth.pipedrive.com' },
};
const hubspot = vendorOf('HUBSPOT', { crms });
const salesforce = vendorOf('SALESFORCE', { crms });
const pipedrive = vendorOf('PIPEDRIVE', { crms });
const shapes = new Map([
  [hubspot, hubspotShape],
  [salesforce, salesforceShape],
  [pipedrive, pipedriveShape],
]);
const account: ExternalAccount = { id: '1', name: null, apiUrl: 'https://api.test', facts: { currency: 'EUR' } };

/** Labels and values differ, as they do in CRMs. */
const OPTIONS = [
  { label: 'Yes', value: '1' },
  { label: 'No', value: '2' },
  { label: 'Gold', value: '3' },
];

function fieldOf(vendor: Vendor, type: string, more: Partial<DescribedField> = {}): DescribedField {
  const shape = shapes.get(vendor)?.(type) ?? null;
  const options = more.options ?? (shape === 'option' || shape === 'options' ? OPTIONS : null);
  return {
    id: 'a_field',
    label: 'A field',
    type,
    canUseInSync: true,
    reason: null,
    acceptsTypes: shape === null ? [] : [...typesAcceptedBy(shape, options)],
    importsAs: null,
    maxLength: null,
    isRestricted: false,
    isRequired: false,
    digits: null,
    isUnique: false,
    ...more,
    options,
  };
}

interface Row {
  readonly type: string;
  readonly more?: Partial<DescribedField>;
  readonly from: FieldType;
  readonly value: DatasetValue;
  /** What is sent, or why it is refused. */
  readonly sent?: unknown;
  readonly refused?: string;
}

const row = (
  type: string,
  from: FieldType,
  value: DatasetValue,
  sent: unknown,
  more: Partial<DescribedField> = {},
): Row => ({
  type,
  from,
  value,
  sent,
  more,
});
const refusal = (
  type: string,
  from: FieldType,
  value: DatasetValue,
  refused: string,
  more: Partial<DescribedField> = {},
): Row => ({ type, from, value, refused, more });

const tables: [Vendor, readonly Row[]][] = [
  [
    hubspot,
    [
      row('string/text', 'String', 'Acme', 'Acme'),
      row('string/text', 'Array', ['a', 'b'], 'a; b'),
      row('string/text', 'Boolean', false, 'No'),
      row('string/text', 'Percentage', 0.125, '12.5%'),
      row('string/text', 'Number', 1e21, '1000000000000000000000'),
      row('string/text', 'Date', '2026-02-03', '2026-02-03'),
      row('string/text', 'String', '', null),
      refusal('string/text', 'String', 'xx', 'INVALID_STRING_LENGTH', { maxLength: 1 }),
      row('number/number', 'Number', 1e-7, '0.0000001'),
      row('number/number', 'Percentage', 0.07, '0.07'),
      row('number/number', 'String', '1,234.5', '1234.5'),
      refusal('number/number', 'String', 'many', 'TYPE_MISMATCH'),
      refusal('number/number', 'Array', ['1'], 'TYPE_MISMATCH'),
      row('date/date', 'Date', '2026-02-03', '2026-02-03'),
      row('datetime/date', 'Date', '2026-02-03', '2026-02-03T00:00:00Z'),
      row('bool/booleancheckbox', 'Boolean', true, 'true'),
      row('enumeration/booleancheckbox', 'Boolean', false, 'false'),
      row('bool/booleancheckbox', 'Boolean', null, null),
      row('enumeration/select', 'Picklist', 'gold', '3'),
      row('enumeration/radio', 'Boolean', true, '1'),
      refusal('enumeration/select', 'Picklist', 'Lead', 'INVALID_OPTION'),
      refusal('enumeration/select', 'Array', ['Gold', 'Yes'], 'TYPE_MISMATCH'),
      row('enumeration/checkbox', 'Multipicklist', ['Gold', 'no', 'gold'], '3;2'),
      refusal('json/text', 'String', 'x', 'TYPE_MISMATCH'),
    ],
  ],
  [
    salesforce,
    [
      row('string', 'Multipicklist', ['a', 'b'], 'a; b'),
      refusal('string', 'String', 'xx', 'STRING_TOO_LONG', { maxLength: 1 }),
      row('string', 'String', '', undefined, { isRequired: true }),
      refusal('email', 'String', 'nobody', 'INVALID_EMAIL_ADDRESS'),
      row('percent', 'Percentage', 0.07, 7, { digits: { precision: 16, scale: 2 } }),
      row('percent', 'Number', 7, 7),
      row('percent', 'String', '7 %', 7),
      row('double', 'Percentage', 0.07, 0.07),
      row('double', 'Number', 1.005, 1, { digits: { precision: 3, scale: 0 } }),
      refusal('double', 'Number', 1_000, 'NUMBER_OUTSIDE_VALID_RANGE', { digits: { precision: 3, scale: 0 } }),
      row('int', 'Number', 12, 12),
      refusal('int', 'Number', 1.5, 'TYPE_MISMATCH'),
      row('datetime', 'Date', '2026-02-03', '2026-02-03T00:00:00Z'),
      row('boolean', 'Boolean', null, false),
      refusal('boolean', 'String', 'Yes', 'TYPE_MISMATCH'),
      row('picklist', 'Picklist', 'Lead', 'Lead'),
      refusal('picklist', 'Picklist', 'Lead', 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', { isRestricted: true }),
      row('multipicklist', 'Array', ['GOLD', 'Lead'], '3;Lead'),
      refusal('multipicklist', 'Array', ['a;b'], 'TYPE_MISMATCH'),
      refusal('reference', 'String', 'x', 'TYPE_MISMATCH'),
    ],
  ],
  [
    pipedrive,
    [
      row('varchar', 'Boolean', true, 'Yes'),
      row('address', 'String', 'Here 1', { value: 'Here 1' }),
      row('double', 'Percentage', 0.5, 0.5),
      row('int', 'Currency', 12, 12),
      refusal('int', 'Number', 1.5, 'TYPE_MISMATCH'),
      row('monetary', 'Currency', 9.5, { value: 9.5, currency: 'EUR' }),
      row('monetary', 'Currency', null, null),
      row('enum', 'Picklist', 'gold', 3),
      row('enum', 'Boolean', false, 2),
      // The number of an option is not its name.
      refusal('enum', 'Picklist', '3', 'INVALID_OPTION'),
      row('set', 'Multipicklist', ['Gold', 'Yes'], [3, 1]),
      row('set', 'Multipicklist', [], null),
      refusal('date', 'String', '2026-02-03', 'TYPE_MISMATCH'),
    ],
  ],
];

describe.each(tables)('values for $label', (vendor, rows) => {
  test.each(rows)('$type gets $from $value', ({ type, from, value, sent, refused, more }) => {
    expect(vendor.toExternal(value, from, fieldOf(vendor, type, more), account)).toEqual(
      refused === undefined ? { kind: 'value', value: sent } : { kind: 'refused', code: refused },
    );
  });
});

/** The fields that hold each type without loss. */
const lossless: [Vendor, FieldType, string][] = [
  [hubspot, 'Number', 'number/number'],
  [hubspot, 'Percentage', 'number/number/percentage'],
  [hubspot, 'Currency', 'number/number/currency'],
  [hubspot, 'Date', 'date/date'],
  [hubspot, 'Boolean', 'bool/booleancheckbox'],
  [hubspot, 'Picklist', 'enumeration/select'],
  [hubspot, 'Multipicklist', 'enumeration/checkbox'],
  [salesforce, 'Number', 'double'],
  [salesforce, 'Percentage', 'percent'],
  [salesforce, 'Currency', 'currency'],
  [salesforce, 'Date', 'datetime'],
  [salesforce, 'Boolean', 'boolean'],
  [salesforce, 'Multipicklist', 'multipicklist'],
  [pipedrive, 'Number', 'double'],
  [pipedrive, 'Currency', 'monetary'],
  [pipedrive, 'Date', 'date'],
  [pipedrive, 'Picklist', 'enum'],
  [pipedrive, 'Multipicklist', 'set'],
];

const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((whole) => whole / 100);
const labels = fc.constantFrom(...OPTIONS.map(({ label }) => label));
const valuesOf: Readonly<Record<FieldType, fc.Arbitrary<DatasetValue>>> = {
  String: fc.string({ minLength: 1 }),
  Picklist: labels,
  Number: fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
  Percentage: fc.integer({ min: -(10 ** 6), max: 10 ** 6 }).map((tenths) => tenths / 1_000),
  Currency: cents,
  Date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  Boolean: fc.boolean(),
  Multipicklist: fc.uniqueArray(labels, { minLength: 1 }),
  Array: fc.uniqueArray(labels, { minLength: 1 }),
};

test.each(lossless)('$label gives back each $1 that its field took', (vendor, type, crmType) => {
  const options = OPTIONS.map(({ label, value }) => ({ label, value: vendor === salesforce ? label : value }));
  const field = fieldOf(vendor, crmType, ['Picklist', 'Multipicklist'].includes(type) ? { options } : {});
  fc.assert(
    fc.property(valuesOf[type], (value) => {
      const converted = vendor.toExternal(value, type, field, account);
      if (converted.kind !== 'value') throw new Error(converted.code);
      const back = vendor.toDataset(converted.value, field);
      expect(back).toEqual(value === 0 ? 0 : value);
      expect(vendor.isSameValue(converted.value, converted.value, field)).toBe(true);
    }),
  );
});

test('a value never throws, whatever it is and wherever it goes', () => {
  const anyValue = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.array(fc.string(), { maxLength: 3 }),
  );
  const types = ['string/text', 'number/number', 'date/date', 'enumeration/checkbox', 'bool/booleancheckbox', 'string'];
  const more = [
    'percent',
    'int',
    'datetime',
    'multipicklist',
    'varchar',
    'monetary',
    'enum',
    'set',
    'address',
    'nothing',
  ];
  fc.assert(
    fc.property(
      anyValue,
      anyValue,
      fc.constantFrom(...FIELD_TYPE_NAMES),
      fc.constantFrom(...types, ...more),
      (a, b, from, type) => {
        for (const vendor of shapes.keys()) {
          const field = fieldOf(vendor, type);
          vendor.toExternal(a, from, field, account);
          vendor.toDataset(a, field);
          expect(vendor.isSameValue(a, b, field)).toBe(vendor.isSameValue(b, a, field));
          expect(vendor.isSameValue(a, a, field)).toBe(true);
        }
      },
    ),
  );
});

test('the same value in another form is the same', () => {
  const isSame = (vendor: Vendor, type: string, a: unknown, b: unknown, more: Partial<DescribedField> = {}) =>
    vendor.isSameValue(a, b, fieldOf(vendor, type, more));
  expect(isSame(hubspot, 'number/number', '12', '12.0')).toBe(true);
  expect(isSame(hubspot, 'datetime/date', '2026-02-03T00:00:00Z', '1770076800000')).toBe(true);
  expect(isSame(hubspot, 'enumeration/checkbox', '2;3', '3;2')).toBe(true);
  expect(isSame(hubspot, 'string/text', null, '')).toBe(true);
  expect(isSame(hubspot, 'string/text', 'a', 'A')).toBe(false);
  expect(isSame(hubspot, 'string/text', 'a.example', 'A.example', { id: 'domain' })).toBe(true);
  expect(isSame(salesforce, 'datetime', '2026-02-03T00:00:00Z', '2026-02-03T00:00:00.000+0000')).toBe(true);
  expect(isSame(salesforce, 'double', 1.234, 1.23, { digits: { precision: 16, scale: 2 } })).toBe(true);
  expect(isSame(salesforce, 'string', ' a', 'a')).toBe(true);
  expect(isSame(pipedrive, 'set', [1, 2], [2, 1])).toBe(true);
  expect(isSame(pipedrive, 'set', null, [])).toBe(true);
  expect(isSame(pipedrive, 'monetary', { value: 5, currency: 'EUR' }, { value: 5, currency: 'USD' })).toBe(false);
  const emails = [{ value: 'A@x.example', primary: true }, { value: 'b@x.example' }];
  expect(isSame(pipedrive, 'varchar', emails, 'B@x.example', { id: 'emails' })).toBe(true);
  expect(isSame(pipedrive, 'varchar', emails, 'c@x.example', { id: 'emails' })).toBe(false);
});

test('zero has no sign', () => {
  expect([-0, '-0', '-0.0%'].map(asNumber)).toEqual([0, 0, 0]);
});

test('numbers are written without exponent and read with percent sign and grouping', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainDecimal(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
  expect(['1,234.5', '-7', '12.5%', '1e5', '', '1,23', 'NaN'].map(asNumber)).toEqual([
    1_234.5,
    -7,
    0.125,
    null,
    null,
    null,
    null,
  ]);
  expect([0.07, 0.29, 1.1].map(asPercent)).toEqual([7, 29, 110.00000000000001].map((n) => Number(n.toPrecision(14))));
  expect([7, 29, 110].map(asFraction)).toEqual([0.07, 0.29, 1.1]);
});
