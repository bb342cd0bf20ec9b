import { cleanKeyword, type KeywordPart, MAX_SKIPPED, type ReadKeyword, readKeyword } from './read-keyword.ts';

export { cleanKeyword } from './read-keyword.ts';

/** How many keywords a list can have, how long one can be, and how often it can hold `**`. */
export const KEYWORD_LIMITS = { perList: 100, length: 200, doubleWildcards: 5 } as const;

const BLANKS = ' \\t\\n\\r\\f\\v';
const GAP = `[${BLANKS}/_-]+`;
const WORD = `[^${BLANKS}/_-]+`;
const LETTERS = "[\\p{L}\\p{N}_'-]*";
/** As little as will do, so that each hit is found by itself. */
const LINE = `[^\\n\\r]{0,${MAX_SKIPPED}}?`;
/** What may stand beside a hit: "c" is not found in "c++". */
const BESIDE = '[^\\p{L}\\p{N}+#]';

/** Pasted text as keywords: one a line, cleaned, without empty and repeated ones, at most as many as a list can have. */
export function splitKeywords(pasted: string): string[] {
  const lines = pasted.split(/[\n\r\u2028\u2029]+/).map(cleanKeyword);
  return [...new Set(lines.filter((line) => line !== ''))].slice(0, KEYWORD_LIMITS.perList);
}

/** Whether a keyword can find anything: blank ones and those of wildcards only cannot. */
export function saysSomething(keyword: string): boolean {
  return readKeyword(keyword) !== null;
}

/**
 * The regular expression that finds a keyword in texts in the form of `foldText`, for RE2 and for JavaScript with the
 * `u` flag; null for keywords that say nothing. It has no look-around, so what stands beside the hit is part of it.
 */
export function keywordPattern(keyword: string): string | null {
  return keywordsPattern([keyword]);
}

/** The regular expression that finds any of the keywords; null when none says anything. See `keywordPattern`. */
export function keywordsPattern(keywords: readonly string[]): string | null {
  const read = keywords.map(readKeyword).filter((keyword) => keyword !== null);
  return read.length === 0 ? null : alternatives(read);
}

/** One of the searches that find a list of keywords. */
export interface KeywordSearch {
  /** As of `keywordsPattern`. */
  readonly pattern: string;
  /** Every text in which the pattern is found holds one of these; empty when nothing is known. They are fast to find. */
  readonly literals: readonly string[];
}

/**
 * Searches of which at least one finds something where any of the keywords is. Their patterns are small enough for RE2
 * to compile, whatever the keywords within the limits are, and, but for many `**`, to run fast.
 */
export function keywordSearches(keywords: readonly string[]): KeywordSearch[] {
  const chunks: ReadKeyword[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const keyword of keywords) {
    const read = readKeyword(keyword);
    if (read === null) continue;
    const own = read.parts.reduce((sum, part) => sum + weightOf(part), 0);
    if (weight + own > MAX_WEIGHT) {
      chunks.push([]);
      weight = 0;
    }
    weight += own;
    chunks.at(-1)?.push(read);
  }
  return chunks.map((chunk) => {
    const literals = chunk.map(longestText);
    return { pattern: alternatives(chunk), literals: literals.includes('') ? [] : [...new Set(literals)] };
  });
}

function longestText({ parts }: ReadKeyword): string {
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : ''));
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** How hits of one keyword are found one by one. */
export interface HitPattern {
  /**
   * A hit in a text with a character before and behind it that is neither letter nor digit: the hit with the character
   * beside it at each end that is not open, and without anchors.
   */
  readonly pattern: string;
  /** Found where two hits may share the character between them, which a search from hit to hit would miss. */
  readonly sharedPattern: string;
  /** How many characters of `pattern` the next hit may share: those beside the hit and, where one is before, its last. */
  readonly shared: number;
}

/** How hits of a keyword are found one by one in texts in the form of `foldText`; null for those that say nothing. */
export function keywordHits(keyword: string): HitPattern | null {
  const read = readKeyword(keyword);
  if (read === null) return null;
  const hit = core(read);
  return {
    pattern: `${read.opensLeft ? '' : BESIDE}${hit}${read.opensRight ? '' : BESIDE}`,
    sharedPattern: `${hit}${BESIDE}?${hit}`,
    shared: (read.opensLeft ? 0 : 1) + (read.opensRight ? 0 : 1),
  };
}

/**
 * About the states of RE2's automaton that a part costs. Measured: four keywords with wildcards in one pattern run
 * several times as fast as a dozen, whose automaton outgrows its cache; of those without, a hundred do no harm.
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

/** Keywords with like ends share the classes beside the hit, which are by far the largest part of the automaton. */
function alternatives(keywords: readonly ReadKeyword[]): string {
  const groups = [
    { opensLeft: false, opensRight: false },
    { opensLeft: false, opensRight: true },
    { opensLeft: true, opensRight: false },
    { opensLeft: true, opensRight: true },
  ].flatMap(({ opensLeft, opensRight }) => {
    const alike = keywords.filter((read) => read.opensLeft === opensLeft && read.opensRight === opensRight);
    if (alike.length === 0) return [];
    return [
      `${opensLeft ? '' : `(?:^|${BESIDE})`}(?:${alike.map(core).join('|')})${opensRight ? '' : `(?:$|${BESIDE})`}`,
    ];
  });
  return groups.join('|');
}

function core({ parts }: ReadKeyword): string {
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
