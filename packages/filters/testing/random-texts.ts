import type { Random } from './random.ts';

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

/** Texts without meaning: any characters but NUL and lone surrogates, weighted towards troublesome ranges. */
function anyText(random: Random): string {
  const length = random.integer(0, 12);
  let text = '';
  while (text.length < length) {
    const ceiling = random.pick([0x7f, 0x7f, 0x24f, 0x3ff, 0x1fff, 0x2fff, 0xffff, 0x1ffff, 0x10ffff]);
    const code = random.integer(1, ceiling);
    if (code < 0xd800 || code > 0xdfff) text += String.fromCodePoint(code);
  }
  return text;
}

/** A text as a row might hold it. */
export function randomText(random: Random): string {
  if (random.chance(0.06)) return anyText(random);
  const word = random.pick(WORDS);
  return random.chance(0.15) ? `${word}${random.pick([' ', '-', '\n', ', '])}${random.pick(WORDS)}` : word;
}

/** A text as a person might search it: another spelling, a part, or something unrelated. */
export function randomSearch(random: Random): string {
  const text = randomText(random);
  switch (random.integer(0, 9)) {
    case 8:
    case 9: {
      const from = random.integer(0, 6);
      return Array.from(text)
        .slice(from, from + random.integer(4, 8))
        .join('');
    }
    case 0:
      return text.toUpperCase();
    case 1:
      return text.toLowerCase();
    case 2:
      return ` ${text}\t`;
    case 3:
      return text.normalize('NFD');
    case 4:
      return Array.from(text).slice(0, random.integer(1, 4)).join('');
    case 5:
      return Array.from(text).slice(-random.integer(1, 4)).join('');
    default:
      return text;
  }
}

/**
 * A pattern that RE2 and JavaScript read alike. At most two repetitions without an end: JavaScript tries them all against
 * each other, which takes for ever over long texts.
 */
export function randomPattern(random: Random): string {
  const word = (): string =>
    random
      .pick(WORDS)
      .slice(0, 6)
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const bounded = (): string =>
    random.chance(0.5) ? word() : random.pick(['.', '[^a-z ]', '\\d', '(?:o|e)?', '[0-9]{1,3}', 'a{2}', '(?:ab|ac)']);
  const parts = Array.from({ length: random.integer(1, 3) }, bounded);
  if (random.chance(0.4)) parts[random.integer(0, parts.length - 1)] = random.pick(['.*', '[a-f]+']);
  const [first = '', ...others] = parts;
  const body = others.reduce(
    (pattern, part, at) => `${pattern}${at === 0 ? random.pick(['', '', '|', '.*']) : ''}${part}`,
    first,
  );
  return `${random.chance(0.2) ? '^' : ''}${body}${random.chance(0.2) ? '$' : ''}`;
}
