import type { Random } from './random.ts';

const WORDS = [
  'sales',
  'Head',
  'of',
  'VP',
  'SVP',
  'developer',
  'dev',
  'ops',
  'DevOps',
  'c++',
  'C#',
  'c',
  '.net',
  'asp.net',
  'R&D',
  'café',
  'CAFE\u0301',
  "o'neil",
  'O’Neil',
  'Straße',
  'front',
  'end',
  'frontend',
  'data2',
  '(a+)+$',
  '[',
  ']',
  '\\',
  '\\d+',
  '.*',
  'a|b',
  '^',
  '$',
  '{1,3}',
  '?',
  '日本',
  'a',
  'aa',
  'ab',
  'b',
  '+',
  '#',
  '&',
  'İ',
  'ſ',
  '½',
  '🚀',
] as const;
const GAPS = [' ', ' ', ' ', '-', '/', '_', '  ', ' - ', '\t', '\u00a0'] as const;

/** A keyword of one to four words with wildcards beside, in and between them. */
export function randomKeyword(random: Random): string {
  return random
    .some(WORDS, 1, 4)
    .map((word) => {
      if (random.chance(0.15)) return random.pick(['*', '**', '***']);
      if (random.chance(0.6)) return word;
      // Cut between characters, never inside one: the API takes no halves of surrogate pairs.
      const characters = Array.from(word);
      const cut = random.integer(0, characters.length);
      const kept = random.chance(0.5) ? characters : characters.slice(random.integer(0, cut));
      return `${kept.slice(0, cut).join('')}${random.pick(['*', '*', '**', '****'])}${kept.slice(cut).join('')}`;
    })
    .reduce((keyword, word) => `${keyword}${random.pick(GAPS)}${word}`);
}

/** A text of words, some of them parts of the keywords, with long runs and line breaks now and then. */
export function randomSearchText(random: Random, keywords: readonly string[]): string {
  const pieces = Array.from({ length: random.integer(0, 9) }, () => {
    if (random.chance(0.3)) return random.pick(keywords).replaceAll('*', random.pick(['', 'x', ' of ', "b'-", '']));
    if (random.chance(0.05)) return 'x y'.repeat(random.integer(20, 45));
    return `${random.pick(['', '', '', '(', 'x', '.'])}${random.pick(WORDS)}${random.pick(['', '', ',', 's', '+', "'s"])}`;
  });
  return pieces.reduce((whole, piece) => `${whole}${random.pick([...GAPS, '\n', '\r\n', ', '])}${piece}`, '');
}
