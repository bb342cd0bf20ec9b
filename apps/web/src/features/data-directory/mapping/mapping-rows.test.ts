import type { ExternalField, FieldMapping } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { field, SCHEMA } from '../../datasets/testing/schema.ts';
import { choicesFor, mappingRows, suggestField } from './mapping-rows.ts';

const external = (id: string, overrides: Partial<ExternalField> = {}): ExternalField => ({
  id,
  label: id,
  type: 'text',
  canUseInSync: true,
  reason: null,
  acceptsTypes: ['String', 'Picklist'],
  importsAs: null,
  ...overrides,
});
const mapping = (internalName: string, externalName: string): FieldMapping => ({
  id: internalName,
  integrationId: 'i',
  internalName,
  externalName,
  updateStrategy: 'OVERWRITE_ALWAYS',
});

it('lists the fields that can be sent, and tells which mapped ones have gone from the CRM', () => {
  const schema = [...SCHEMA, field('score', { isMappableInIntegration: false })];
  const mappings = [mapping('industry', 'industry'), mapping('employees', 'old_field')];
  const rows = mappingRows(schema, mappings, [external('industry')]);
  expect(rows.map(({ field: { fieldName }, mapping, isGone }) => [fieldName, mapping?.externalName, isGone])).toEqual([
    ['primary_domain', undefined, false],
    ['company_name', undefined, false],
    ['industry', 'industry', false],
    ['employees', 'old_field', true],
  ]);
  // Nothing is called gone while the CRM's fields are not known.
  expect(mappingRows(schema, mappings, undefined).some(({ isGone }) => isGone)).toBe(false);
});

it('suggests the free field of the same name that takes the values', () => {
  const [row] = mappingRows([field('employees', { displayName: 'Employee count', type: 'Number' })], [], undefined);
  if (row === undefined) throw new Error('There is one field');
  const text = external('Employee_Count__c');
  const number = external('employee-count', { acceptsTypes: ['Number'] });
  expect(suggestField(row, [text, number], new Set())).toBe(number);
  expect(suggestField(row, [text, number], new Set(['employee-count']))).toBeNull();
});

it('says why a field of the CRM cannot be chosen', () => {
  const [number] = [field('employees', { type: 'Number' })];
  const choices = choicesFor(number, [
    external('a'),
    external('b', { acceptsTypes: ['Number'] }),
    external('c', { canUseInSync: false, reason: 'is calculated' }),
  ]);
  expect(choices.map(({ label, disabled }) => [label, disabled])).toEqual([
    ['a (does not take Number)', true],
    ['b', false],
    ['c (is calculated)', true],
  ]);
});
