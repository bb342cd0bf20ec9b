import { expect, it } from 'vitest';
import { keysBetween } from './use-row-toggle.ts';

const KEYS = ['a', 'b', 'c', 'd'];

it.each([
  ['down', 'b', 'd', ['b', 'c', 'd']],
  ['up', 'd', 'b', ['b', 'c', 'd']],
  ['the same row', 'c', 'c', ['c']],
  ['without a first row', null, 'c', ['c']],
  ['from a row of another page', 'x', 'c', ['c']],
])('selects a range %s', (_name, from, to, expected) => {
  expect(keysBetween(KEYS, from, to)).toEqual(expected);
});
