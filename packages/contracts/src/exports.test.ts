import { expect, it } from 'vitest';
import { exportTitle } from './exports.ts';

it('an export is called by its name, or else by its kind', () => {
  expect(exportTitle({ exportName: 'Berlin', type: 'DATASET' })).toBe('Berlin');
  expect(exportTitle({ exportName: null, type: 'DATASET' })).toBe('Dataset export');
});
