import { foldText } from '@quarry/filters';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findValues, layOutValues } from './searched-values.ts';

const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'B', 'é', '😀', ' ', '\0', '\n') }), { maxLength: 30 });
const needles = fc.string({ unit: fc.constantFrom('a', 'b', 'e', '😀', '\n'), minLength: 1, maxLength: 3 });

test('a search finds the values that contain its text, in their order', () => {
  fc.assert(
    fc.property(texts, needles, fc.integer({ min: 1, max: 31 }), (values, needle, limit) => {
      const foldedTexts = values.map(foldText);
      const searched = layOutValues({ texts: values, foldedTexts, counts: values.map((_, at) => at) });
      const expected = values
        .map((value, at) => ({ value, count: at }))
        .filter(({ count }) => foldedTexts[count]?.includes(needle));
      expect(findValues(searched, needle, limit)).toEqual(expected.slice(0, limit));
    }),
  );
});
