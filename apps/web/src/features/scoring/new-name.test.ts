import { expect, test } from 'vitest';
import { newScoringName } from './new-name.ts';

test('a new scoring field takes the first free number', () => {
  expect(newScoringName([])).toBe('Quarry Score 1');
  expect(newScoringName(['quarry score 1', 'Quarry Score 3', 'Fit'])).toBe('Quarry Score 2');
});
