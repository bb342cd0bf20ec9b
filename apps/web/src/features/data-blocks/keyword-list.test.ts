import { expect, it } from 'vitest';
import { addKeywords } from './keyword-list.ts';
import { keywordOptions } from './load-values.ts';

it('cleans asterisks, and drops duplicates and empty keywords', () => {
  expect(addKeywords(['Sales'], [' sales ', 'head *** ops', 'head ** ops', '***', '', '* **'])).toEqual({
    keywords: ['Sales', 'head ** ops'],
    droppedCount: 0,
  });
});

it('keeps a hundred keywords and counts the rest', () => {
  const pasted = Array.from({ length: 120 }, (_, index) => `keyword ${index}`);
  const { keywords, droppedCount } = addKeywords(['first'], pasted);
  expect(keywords).toHaveLength(100);
  expect(keywords.at(-1)).toBe('keyword 98');
  expect(droppedCount).toBe(21);
});

it('suggests at most thirty keywords of a configuration that contain the text', () => {
  const config = { positiveKeywords: ['Café chain', 'coffee'], negativeKeywords: ['cafe'] };
  expect(keywordOptions(config, ['positiveKeywords'], 'CAFE')).toEqual([{ value: 'Café chain', count: null }]);
  expect(keywordOptions(config, ['positiveKeywords', 'negativeKeywords'], '').map(({ value }) => value)).toEqual([
    'Café chain',
    'coffee',
    'cafe',
  ]);
  const many = { keywords: Array.from({ length: 50 }, (_, index) => `k${index}`) };
  expect(keywordOptions(many, ['keywords'], '')).toHaveLength(30);
  expect(keywordOptions({}, ['keywords', 'constructor'], '')).toEqual([]);
});
