import { expect, test } from 'vitest';
import { impactLabel } from './impact-label.ts';

test('each weight has its label', () => {
  const labels = Array.from({ length: 21 }, (_, at) => impactLabel(at - 10));
  expect(labels).toEqual([
    ...Array(3).fill('very negative'),
    ...Array(4).fill('negative'),
    ...Array(3).fill('somewhat negative'),
    'Neutral',
    ...Array(4).fill('somewhat positive'),
    ...Array(3).fill('positive'),
    ...Array(3).fill('very positive'),
  ]);
});
