import { expect, it } from 'vitest';
import { exportTitle } from './exports.ts';

it('titles an export by its name, or else by its type', () => {
  expect(exportTitle({ exportName: 'Berlin', type: 'DATASET' })).toBe('Berlin');
  expect(exportTitle({ exportName: null, type: 'DATASET' })).toBe('Dataset export');
});
