import { expect, it } from 'vitest';
import { monogramOf } from './monogram.ts';

it('takes the initials of two words, else two letters', () => {
  expect(monogramOf('Ondaura Trust Ltda.')).toBe('OT');
  expect(monogramOf('Éclair')).toBe('Éc');
  expect(monogramOf('x-ray')).toBe('xr');
  expect(monogramOf('–')).toBe('');
});
