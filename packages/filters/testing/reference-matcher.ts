import { foldText } from '../src/fold-text.ts';

/**
 * Tests if a text contains a keyword by a direct reading of the rules: at each position, character by character, with
 * backtracking and without a generated regular expression.
 */
export function containsKeyword(keyword: string, text: string): boolean {
  const pattern = Array.from(dropOuterWildcards(foldText(keyword).replace(/\*{3,}/g, '**')));
  const characters = Array.from(foldText(text));
  if (pattern.length === 0) return false;
  const failed = new Set<string>();

  /** Matches the keyword from `at` against the text from `place`, and remembers failures. */
  const fits = (at: number, place: number): boolean => {
    const key = `${at} ${place}`;
    if (failed.has(key)) return false;
    const isFit = computeFit(at, place);
    if (!isFit) failed.add(key);
    return isFit;
  };

  const computeFit = (at: number, place: number): boolean => {
    const next = pattern[at];
    if (next === undefined) return pattern.at(-1) === '*' || !touches(characters[place]);
    if (next === '*') {
      const isDouble = pattern[at + 1] === '*';
      const rest = at + (isDouble ? 2 : 1);
      const isAlone = isBetween(pattern[at - 1]) && isBetween(pattern[rest]);
      if (isAlone && isDouble) return fitsAnyWords(rest, place);
      if (isAlone) return fitsRun(rest, place, 1, Number.POSITIVE_INFINITY, (character) => !isBetween(character));
      if (isDouble) return fitsRun(rest, place, 0, 120, (character) => character !== '\n' && character !== '\r');
      return fitsRun(rest, place, 0, Number.POSITIVE_INFINITY, isOfWord);
    }
    if (isBetween(next)) {
      let rest = at;
      while (rest < pattern.length && isBetween(pattern[rest])) rest += 1;
      return fitsRun(rest, place, 1, Number.POSITIVE_INFINITY, isBetween);
    }
    return next === characters[place] && fits(at + 1, place + 1);
  };

  /** Skips `least` to `most` characters of a kind, then matches the keyword from `at`. */
  const fitsRun = (
    at: number,
    place: number,
    least: number,
    most: number,
    isOfKind: (character: string) => boolean,
  ): boolean => {
    for (let taken = 0; taken <= most; taken += 1) {
      if (taken >= least && fits(at, place + taken)) return true;
      const character = characters[place + taken];
      if (character === undefined || !isOfKind(character)) return false;
    }
    return false;
  };

  /** At the start of a word: skips no words, or words of up to 120 characters on one line. */
  const fitsAnyWords = (at: number, place: number): boolean => {
    let rest = at;
    while (rest < pattern.length && isBetween(pattern[rest])) rest += 1;
    if (fits(rest, place)) return true;
    for (let taken = 0; taken <= 120; taken += 1) {
      if (fits(at, place + taken)) return true;
      if (characters[place + taken] === undefined || /[\n\r]/.test(characters[place + taken] ?? '')) return false;
    }
    return false;
  };

  const opens = pattern[0] === '*';
  return Array.from({ length: characters.length + 1 }, (_, place) => place).some(
    (place) => (opens || !touches(characters[place - 1])) && fits(0, place),
  );
}

/** Drops separate wildcards at the ends and the gaps next to them. */
function dropOuterWildcards(keyword: string): string {
  let rest = keyword;
  for (;;) {
    const shorter = rest
      .replace(/^[ \t\n\r\f\v/_-]*\*\*?(?:[ \t\n\r\f\v/_-]+|$)/, '')
      .replace(/(?:[ \t\n\r\f\v/_-]+|^)\*\*?[ \t\n\r\f\v/_-]*$/, '');
    if (shorter === rest) return rest;
    rest = shorter;
  }
}

const isBetween = (character: string | undefined): boolean =>
  character !== undefined && ' \t\n\r\f\v/_-'.includes(character);
const isLetterOrDigit = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const isOfWord = (character: string): boolean => isLetterOrDigit(character) || "_'-".includes(character);
const touches = (character: string | undefined): boolean =>
  character !== undefined && (isLetterOrDigit(character) || character === '+' || character === '#');
