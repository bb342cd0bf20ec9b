import { foldText } from './fold-text.ts';

/** A part of a keyword, in reading order. */
export type KeywordPart =
  /** These characters. */
  | { readonly kind: 'text'; readonly text: string }
  /** Any run of blanks, `-`, `/` and `_`. */
  | { readonly kind: 'gap' }
  /** `*` as a word of its own: one word, any run of characters that are no gap. */
  | { readonly kind: 'word' }
  /** `**` as a word of its own, with the gap behind it: any number of words, also none. */
  | { readonly kind: 'words' }
  /** `*` in a word: any run of letters, digits, `_`, `'` and `-`, also an empty one. */
  | { readonly kind: 'letters' }
  /** `**` in a word: any text of one line, up to `MAX_SKIPPED` characters. */
  | { readonly kind: 'line' };

/** A keyword taken apart. */
export interface ReadKeyword {
  /** Never empty. The first and the last part are a text or a gap: `*` at an end only opens that end. */
  readonly parts: readonly KeywordPart[];
  /** The hit may follow a letter or digit: the keyword begins with `*`. */
  readonly opensLeft: boolean;
  /** The hit may precede a letter or digit: the keyword ends with `*`. */
  readonly opensRight: boolean;
}

/** The characters that `**` skips at most. */
export const MAX_SKIPPED = 120;

/** A keyword as it is kept: outer blanks gone, three or more asterisks in a row made two. */
export function cleanKeyword(text: string): string {
  return text.trim().replace(/\*{3,}/g, '**');
}

/** Takes a keyword apart; null when it is blank or holds nothing but wildcards and gaps between them. */
export function readKeyword(keyword: string): ReadKeyword | null {
  // Folding can turn other characters into asterisks, so they are cleaned behind it.
  const pieces = cleanKeyword(foldText(keyword))
    .split(/([ \t\n\r\f\v/_-]+)/)
    .filter((piece) => piece !== '');
  const kept = dropOuterWildcards(dropOuterWildcards(pieces).toReversed()).toReversed();
  const [first] = kept;
  const last = kept.at(-1);
  if (first === undefined || last === undefined) return null;
  const opensLeft = first.startsWith('*');
  const opensRight = last.endsWith('*');
  const words = kept.map((piece, at) => {
    const withoutFirst = at === 0 ? piece.replace(/^\*+/, '') : piece;
    return at === kept.length - 1 ? withoutFirst.replace(/\*+$/, '') : withoutFirst;
  });
  return { parts: words.flatMap((piece, at) => readPiece(piece, words[at - 1])), opensLeft, opensRight };
}

/** Drops lone wildcards before the first word, each with the gaps round it. */
function dropOuterWildcards(pieces: readonly string[]): readonly string[] {
  const start = pieces.findIndex((piece) => !isGap(piece) && !isWildcard(piece));
  const outer = start === -1 ? pieces : pieces.slice(0, start);
  if (!outer.some(isWildcard)) return pieces;
  return start === -1 ? [] : pieces.slice(start);
}

function readPiece(piece: string, before: string | undefined): KeywordPart[] {
  // The gap behind `**` went with it: without words between, the gap before it is the only one.
  if (isGap(piece)) return before === '**' ? [] : [{ kind: 'gap' }];
  if (piece === '*') return [{ kind: 'word' }];
  if (piece === '**') return [{ kind: 'words' }];
  return piece.split(/(\*\*?)/).flatMap((part): KeywordPart[] => {
    if (part === '') return [];
    if (part === '*') return [{ kind: 'letters' }];
    return [part === '**' ? { kind: 'line' } : { kind: 'text', text: part }];
  });
}

const isWildcard = (piece: string): boolean => piece === '*' || piece === '**';
const isGap = (piece: string): boolean => /^[ \t\n\r\f\v/_-]/.test(piece);
