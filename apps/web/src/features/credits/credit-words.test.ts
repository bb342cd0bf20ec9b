import { expect, it } from 'vitest';
import { referenceText } from './credit-words.ts';

it('reads a reference without ids and empty values', () => {
  expect(
    referenceText({
      reason: 'Yearly plan',
      segmentId: 's1',
      personaName: 'Buyers',
      company_name: '',
      count: 2,
      x: null,
    }),
  ).toBe('Reason: Yearly plan · Persona name: Buyers · Count: 2');
  expect(referenceText({})).toBe('');
});
