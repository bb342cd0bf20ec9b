import { expect, test } from 'vitest';
import { columnName } from './column-name.ts';

const isTaken = () => false;

test.each([
  ['Open roles (2026)!', 'open_roles_2026'],
  ['  --Café__Zürich--  ', 'cafe_zurich'],
  ['3D printing', 'field_3d_printing'],
  ['Acme™ score, €', 'acme_score'],
  ['ａｂｃ', 'abc'],
  ['売上 A', 'own_name'],
  ['Größe', 'own_name'],
  ['🚀', 'own_name'],
])('%s gives the column %s', (displayName, expected) => {
  expect(columnName([displayName, 'own name'], isTaken)).toBe(expected);
});

test('numbers taken names, within the maximum length', () => {
  const taken = new Set(['roles', 'roles_2', 'x'.repeat(63), 'y'.repeat(60)]);
  const name = (text: string) => columnName([text], (candidate) => taken.has(candidate));
  expect(name('Roles')).toBe('roles_3');
  expect(name('x'.repeat(255))).toBe(`${'x'.repeat(61)}_2`);
  expect(name(`${'y'.repeat(60)} ${'z'.repeat(9)}`)).toBe(`${'y'.repeat(60)}_zz`);
  expect(name(`${'w'.repeat(62)} z`)).toBe('w'.repeat(62));
});
