import fc from 'fast-check';

const WORDS = [
  'Acme',
  'acme',
  'ACME Holdings',
  'Fintech',
  'Payments',
  'Café Nero',
  'Cafe Nero',
  'CAFÉ',
  'İstanbul',
  'Istanbul',
  'ıslak',
  'ΟΔΟΣ',
  'οδος',
  'ΟΔΟΣ ΑΒ',
  'Straße',
  'STRASSE',
  'STRAẞE',
  "O'Neil",
  'O’Neil',
  '50% off',
  '100 %',
  'a*b',
  'snake_case',
  'back\\slash',
  "Robert'); DROP TABLE x;--",
  '{p1:String}',
  'tab\there',
  'line\nbreak',
  'cr\r\nlf',
  'two  blanks',
  'non\u00a0breaking',
  '\u3000wide',
  'ﬁnance',
  '①②',
  '한국',
  '각',
  '가',
  'ガス',
  'カ',
  'Łódź',
  'Ǆ',
  'ŉ',
  'K',
  'ſ',
  '👩‍💻 dev',
  'é',
  'e\u0301',
  '\u0301',
  'null',
  'NULL',
  '0',
  '-1',
  'true',
  '[]',
  '""',
  "''",
  '\u200bzero',
  '\ufeffbom',
  'नमस्ते',
  'ภาษาไทย',
  'שלום',
  '(group)',
  'a|b',
  'x+y',
  '^start',
  'end$',
  '.net',
  'C++',
  'region',
  'DE',
  'de',
  'US',
  'GB',
  'FR',
  'NG',
  'JP',
  'BR',
  'TR',
  'HK',
  '\u0001control',
  'A'.repeat(300),
] as const;

const word = fc.constantFrom(...WORDS);

/** Without NUL and lone surrogates, which the stores reject. */
const meaningless = fc
  .oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  .map((text) => text.replaceAll('\0', ''));

/** A text as in a row. */
export const anyText = fc.oneof(
  { weight: 80, arbitrary: word },
  {
    weight: 14,
    arbitrary: fc.tuple(word, fc.constantFrom(' ', '-', '\n', ', '), word).map((parts) => parts.join('')),
  },
  { weight: 6, arbitrary: meaningless },
);

const part = (from: fc.Arbitrary<number>, length: fc.Arbitrary<number>): fc.Arbitrary<string> =>
  fc.tuple(anyText, from, length).map(([text, start, count]) => {
    const characters = Array.from(text);
    const first = start < 0 ? Math.max(characters.length + start, 0) : start;
    return characters.slice(first, first + count).join('');
  });

/** A text as people search for it: another spelling, a part, or something unrelated. */
export const anySearch = fc.oneof(
  { weight: 2, arbitrary: anyText },
  anyText.map((text) => text.toUpperCase()),
  anyText.map((text) => text.toLowerCase()),
  anyText.map((text) => ` ${text}\t`),
  anyText.map((text) => text.normalize('NFD')),
  part(fc.constant(0), fc.integer({ min: 1, max: 4 })),
  part(fc.integer({ min: -4, max: -1 }), fc.constant(4)),
  { weight: 2, arbitrary: part(fc.nat(6), fc.integer({ min: 4, max: 8 })) },
);

const escaped = word.map((text) => text.slice(0, 6).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
const bounded = fc.oneof(
  escaped,
  fc.constantFrom('.', '[^a-z ]', '\\d', '(?:o|e)?', '[0-9]{1,3}', 'a{2}', '(?:ab|ac)'),
);

/**
 * A pattern that RE2 and JavaScript interpret the same way. At most two repetitions are unbounded, because JavaScript's
 * backtracking over more takes forever on long texts.
 */
export const anyPattern = fc
  .record({
    start: fc.constantFrom('', '', '', '', '^'),
    parts: fc.array(bounded, { minLength: 1, maxLength: 3 }),
    joint: fc.constantFrom('', '', '|', '.*'),
    unbounded: fc.option(fc.record({ at: fc.nat(2), pattern: fc.constantFrom('.*', '[a-f]+') }), { freq: 1 }),
    end: fc.constantFrom('', '', '', '', '$'),
  })
  .map(({ start, parts, joint, unbounded, end }) => {
    const [first, ...others] = parts.map((part, at) =>
      unbounded !== null && at === unbounded.at % parts.length ? unbounded.pattern : part,
    );
    return `${start}${first}${others.length > 0 ? joint : ''}${others.join('')}${end}`;
  });
