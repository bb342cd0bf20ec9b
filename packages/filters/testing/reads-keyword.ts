import { foldText } from '../src/fold-text.ts';

/**
 * Whether a text holds a keyword, read straight from the rules: at each place of the text, character by character, with
 * the ways to go on tried one after the other. No regular expression is built.
 */
export function readsKeyword(keyword: string, text: string): boolean {
  const wanted = Array.from(lastingPart(foldText(keyword).replace(/\*{3,}/g, '**')));
  const there = Array.from(foldText(text));
  if (wanted.length === 0) return false;
  const failed = new Set<string>();

  /** Whether the keyword from `at` on fits the text from `place` on. */
  const fits = (at: number, place: number): boolean => {
    const key = `${at} ${place}`;
    if (failed.has(key)) return false;
    const does = fitsAnew(at, place);
    if (!does) failed.add(key);
    return does;
  };

  const fitsAnew = (at: number, place: number): boolean => {
    const next = wanted[at];
    if (next === undefined) return wanted.at(-1) === '*' || !touches(there[place]);
    if (next === '*') {
      const isDouble = wanted[at + 1] === '*';
      const behind = at + (isDouble ? 2 : 1);
      const isAlone = isBetween(wanted[at - 1]) && isBetween(wanted[behind]);
      if (isAlone && isDouble) return fitsAnyWords(behind, place);
      if (isAlone) return fitsRun(behind, place, 1, Number.POSITIVE_INFINITY, (character) => !isBetween(character));
      if (isDouble) return fitsRun(behind, place, 0, 120, (character) => character !== '\n' && character !== '\r');
      return fitsRun(behind, place, 0, Number.POSITIVE_INFINITY, isOfWord);
    }
    if (isBetween(next)) {
      let behind = at;
      while (behind < wanted.length && isBetween(wanted[behind])) behind += 1;
      return fitsRun(behind, place, 1, Number.POSITIVE_INFINITY, isBetween);
    }
    return next === there[place] && fits(at + 1, place + 1);
  };

  /** Goes over `least` to `most` characters of a kind, then on with the keyword from `at`. */
  const fitsRun = (
    at: number,
    place: number,
    least: number,
    most: number,
    isOfKind: (character: string) => boolean,
  ): boolean => {
    for (let taken = 0; taken <= most; taken += 1) {
      if (taken >= least && fits(at, place + taken)) return true;
      const character = there[place + taken];
      if (character === undefined || !isOfKind(character)) return false;
    }
    return false;
  };

  /** Stands at a word's beginning: no words, or some of up to 120 characters on a line and what is between. */
  const fitsAnyWords = (at: number, place: number): boolean => {
    let behind = at;
    while (behind < wanted.length && isBetween(wanted[behind])) behind += 1;
    if (fits(behind, place)) return true;
    for (let taken = 0; taken <= 120; taken += 1) {
      if (fits(at, place + taken)) return true;
      if (there[place + taken] === undefined || /[\n\r]/.test(there[place + taken] ?? '')) return false;
    }
    return false;
  };

  const opens = wanted[0] === '*';
  return Array.from({ length: there.length + 1 }, (_, place) => place).some(
    (place) => (opens || !touches(there[place - 1])) && fits(0, place),
  );
}

/** Without lone wildcards at the ends and what is between them and the rest. */
function lastingPart(keyword: string): string {
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
