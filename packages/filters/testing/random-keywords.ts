import fc from 'fast-check';

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

const word = fc.constantFrom(...WORDS);
const gap = fc.constantFrom(...GAPS);

/** Cut between characters, because the API rejects lone surrogates. */
const wildWord = fc
  .record({ word, from: fc.nat(8), to: fc.nat(8), wildcard: fc.constantFrom('*', '*', '**', '****') })
  .map(({ word, from, to, wildcard }) => {
    const characters = Array.from(word);
    const cut = to % (characters.length + 1);
    const start = from > 4 ? from % (cut + 1) : 0;
    return `${characters.slice(start, cut).join('')}${wildcard}${characters.slice(cut).join('')}`;
  });

/** A keyword of one to four words with wildcards around, in and between them. */
export const anyKeyword = joined(
  fc.oneof(
    { weight: 50, arbitrary: word },
    { weight: 35, arbitrary: wildWord },
    { weight: 15, arbitrary: fc.constantFrom('*', '**', '***') },
  ),
  gap,
  { minLength: 1, maxLength: 4 },
);

/** A text of words, some of them parts of the keywords, with occasional long runs and line breaks. */
export function anySearchText(keywords: readonly string[]): fc.Arbitrary<string> {
  const ofKeyword = fc
    .tuple(fc.constantFrom(...keywords), fc.constantFrom('', '', 'x', ' of ', "b'-"))
    .map(([keyword, filler]) => keyword.replaceAll('*', filler));
  const beside = fc.tuple(
    fc.constantFrom('', '', '', '(', 'x', '.'),
    word,
    fc.constantFrom('', '', ',', 's', '+', "'s"),
  );
  const piece = fc.oneof(
    { weight: 65, arbitrary: beside.map((parts) => parts.join('')) },
    { weight: 30, arbitrary: ofKeyword },
    { weight: 5, arbitrary: fc.integer({ min: 20, max: 45 }).map((times) => 'x y'.repeat(times)) },
  );
  return joined(piece, fc.oneof(gap, gap, gap, fc.constantFrom('\n', '\r\n', ', ')), { maxLength: 9 });
}

function joined(
  piece: fc.Arbitrary<string>,
  between: fc.Arbitrary<string>,
  lengths: fc.ArrayConstraints,
): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(between, piece), { ...lengths, size: 'max' })
    .map((pieces) => pieces.map(([before, text], at) => (at === 0 ? text : `${before}${text}`)).join(''));
}
