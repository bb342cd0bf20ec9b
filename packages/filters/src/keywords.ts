import { cleanKeyword, type KeywordPart, MAX_SKIPPED, type ParsedKeyword, parseKeyword } from './parse-keyword.ts';

export { cleanKeyword } from './parse-keyword.ts';

/** Keywords per list; length and number of `**` per keyword. */
export const KEYWORD_LIMITS = { perList: 100, length: 200, doubleWildcards: 5 } as const;

const BLANKS = ' \\t\\n\\r\\f\\v';
const GAP = `[${BLANKS}/_-]+`;
const WORD = `[^${BLANKS}/_-]+`;
const LETTERS = "[\\p{L}\\p{N}_'-]*";
/** Lazy, so each hit is found separately. */
const LINE = `[^\\n\\r]{0,${MAX_SKIPPED}}?`;
/** A character that may adjoin a hit: "c" is not found in "c++". */
const BESIDE = '[^\\p{L}\\p{N}+#]';

/** Splits pasted text into keywords: one per line, cleaned, without blanks and duplicates, up to the list limit. */
export function splitKeywords(pasted: string): string[] {
  const lines = pasted.split(/[\n\r\u2028\u2029]+/).map(cleanKeyword);
  return [...new Set(lines.filter((line) => line !== ''))].slice(0, KEYWORD_LIMITS.perList);
}

/** False for keywords that are blank or only wildcards, which find nothing. */
export function isSearchableKeyword(keyword: string): boolean {
  return parseKeyword(keyword) !== null;
}

/**
 * The regular expression that finds a keyword in folded texts (`foldText`), for RE2 and for JavaScript with the `u` flag;
 * null for keywords that are not searchable. It has no look-around, so the match includes the adjoining characters.
 */
export function keywordPattern(keyword: string): string | null {
  return keywordsPattern([keyword]);
}

/** The regular expression that finds any of the keywords; null if none is searchable. See `keywordPattern`. */
export function keywordsPattern(keywords: readonly string[]): string | null {
  const parsed = keywords.map(parseKeyword).filter((keyword) => keyword !== null);
  return parsed.length === 0 ? null : alternatives(parsed);
}

/** One of the searches for a list of keywords. */
export interface KeywordSearch {
  /** See `keywordsPattern`. */
  readonly pattern: string;
  /** Every matching text contains one of these literals, which are fast to find; empty if unknown. */
  readonly literals: readonly string[];
}

/** Where in a text a keyword must be; `whole`: nothing else is in it. */
export type KeywordPlace = 'anywhere' | 'start' | 'whole';

/**
 * Searches of which at least one matches a text that has any of the keywords in the place. RE2 can compile their
 * patterns for any keywords within the limits, and they run fast unless they contain many `**`.
 */
export function keywordSearches(keywords: readonly string[], place: KeywordPlace = 'anywhere'): KeywordSearch[] {
  const chunks: ParsedKeyword[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const keyword of keywords) {
    const parsed = parseKeyword(keyword);
    if (parsed === null) continue;
    const keywordWeight = parsed.parts.reduce((sum, part) => sum + weightOf(part), 0);
    if (weight + keywordWeight > MAX_WEIGHT) {
      chunks.push([]);
      weight = 0;
    }
    weight += keywordWeight;
    chunks.at(-1)?.push(parsed);
  }
  return chunks.map((chunk) => {
    const literals = chunk.map(longestText);
    return { pattern: alternatives(chunk, place), literals: literals.includes('') ? [] : [...new Set(literals)] };
  });
}

function longestText({ parts }: ParsedKeyword): string {
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : ''));
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** Patterns that find the hits of one keyword one by one. */
export interface HitPattern {
  /** A text in which it occurs n times has at most n hits; '' if unknown. */
  readonly literal: string;
  /** See `keywordPattern`. */
  readonly anyHit: string;
  /**
   * A hit with the adjoining character at each end that is not open, without anchors. The text must be padded with a
   * character that is neither letter nor digit at both ends.
   */
  readonly pattern: string;
  /** Matches where two hits may share the character between them, which a search from hit to hit would miss. */
  readonly sharedPattern: string;
  /** How many last characters of a match the next may share: the one after the hit and, if one precedes it, the hit's last. */
  readonly shared: number;
}

/** The patterns of a keyword's hits in folded texts (`foldText`); null if the keyword is not searchable. */
export function keywordHits(keyword: string): HitPattern | null {
  const parsed = parseKeyword(keyword);
  if (parsed === null) return null;
  const hit = core(parsed);
  return {
    literal: longestText(parsed),
    anyHit: alternatives([parsed]),
    pattern: `${parsed.opensLeft ? '' : BESIDE}${hit}${parsed.opensRight ? '' : BESIDE}`,
    sharedPattern: `${hit}${BESIDE}?${hit}`,
    shared: (parsed.opensLeft ? 0 : 1) + (parsed.opensRight ? 0 : 1),
  };
}

/**
 * Roughly the RE2 automaton states that a part costs. Measured: patterns of four keywords with wildcards run several
 * times as fast as patterns of a dozen, whose automaton outgrows its cache; a hundred without wildcards do no harm.
 */
function weightOf(part: KeywordPart): number {
  switch (part.kind) {
    case 'text':
      return part.text.length;
    case 'gap':
      return 5;
    case 'word':
    case 'letters':
    case 'words':
    case 'line':
      return 3000;
  }
}

const MAX_WEIGHT = 12_500;

/** Keywords with the same open ends share the adjoining character classes, by far the largest part of the automaton. */
function alternatives(keywords: readonly ParsedKeyword[], place: KeywordPlace = 'anywhere'): string {
  const groups = [
    { opensLeft: false, opensRight: false },
    { opensLeft: false, opensRight: true },
    { opensLeft: true, opensRight: false },
    { opensLeft: true, opensRight: true },
  ].flatMap(({ opensLeft, opensRight }) => {
    const members = keywords.filter((each) => each.opensLeft === opensLeft && each.opensRight === opensRight);
    if (members.length === 0) return [];
    return [`${leftEnd(opensLeft, place)}(?:${members.map(core).join('|')})${rightEnd(opensRight, place)}`];
  });
  return groups.join('|');
}

function leftEnd(opensLeft: boolean, place: KeywordPlace): string {
  if (place === 'anywhere') return opensLeft ? '' : `(?:^|${BESIDE})`;
  return opensLeft ? `^${LETTERS}` : '^';
}

function rightEnd(opensRight: boolean, place: KeywordPlace): string {
  if (place === 'whole') return opensRight ? `${LETTERS}$` : '$';
  return opensRight ? '' : `(?:$|${BESIDE})`;
}

function core({ parts }: ParsedKeyword): string {
  return parts.map(partPattern).join('');
}

function partPattern(part: KeywordPart): string {
  switch (part.kind) {
    case 'text':
      return part.text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    case 'gap':
      return GAP;
    case 'word':
      return WORD;
    case 'words':
      return `(?:${LINE}${GAP})?`;
    case 'letters':
      return LETTERS;
    case 'line':
      return LINE;
  }
}
