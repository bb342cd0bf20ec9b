import { expect, it } from 'vitest';
import { fittingChips } from './fitting-chips.ts';

// Each letter is 10 pixels wide; a chip adds 14, a gap 4, and `+n` takes 34.
const fit = (texts: string[], width: number) => fittingChips(texts, width, (text) => text.length * 10);

it('shows whole chips, and leaves room for the count of the others', () => {
  expect(fit(['aaaaa', 'bbbbb', 'ccccc'], 200)).toBe(3);
  expect(fit(['aaaaa', 'bbbbb', 'ccccc'], 199)).toBe(2);
  expect(fit(['aaaaa', 'bbbbb', 'ccccc'], 169)).toBe(1);
  expect(fit(['aaaaa', 'bbbbb'], 132)).toBe(2);
});

it('shows one chip even if it is too long', () => {
  expect(fit(['a'.repeat(50), 'b'], 100)).toBe(1);
  expect(fit([], 100)).toBe(0);
});
