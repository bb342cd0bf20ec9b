import { foldText } from './fold-text.ts';

/** A part of a keyword, in reading order. */
export type KeywordPart =
  /** These characters. */
  | { readonly kind: 'text'; readonly text: string }
  /** Any run of blanks, `-`, `/` and `_`. */
  | { readonly kind: 'gap' }
  /** A separate `*`: one word, that is, any run of characters that are not gaps. */
  | { readonly kind: 'word' }
  /** A separate `**` with the gap after it: any number of words, or none. */
  | { readonly kind: 'words' }
  /** `*` within a word: any run of letters, digits, `_`, `'` and `-`, or none. */
  | { readonly kind: 'letters' }
  /** `**` within a word: any text on one line, up to `MAX_SKIPPED` characters. */
  | { readonly kind: 'line' };

export interface ParsedKeyword {
  /** Never empty. The first and the last part are a text or a gap: `*` at an end only opens that end. */
  readonly parts: readonly KeywordPart[];
  /** The hit may follow a letter or digit: the keyword starts with `*`. */
  readonly opensLeft: boolean;
  /** The hit may precede a letter or digit: the keyword ends with `*`. */
  readonly opensRight: boolean;
}

/** The most characters that `**` skips. */
export const MAX_SKIPPED = 120;

/** Trims a keyword and reduces three or more asterisks in a row to two. */
export function cleanKeyword(text: string): string {
  return text.trim().replace(/\*{3,}/g, '**');
}

/** Parses a keyword; null if it is blank or only wildcards and gaps. */
export function parseKeyword(keyword: string): ParsedKeyword | null {
  // Folding can turn other characters into asterisks, so cleaning comes after it.
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
  return { parts: words.flatMap((piece, at) => parsePiece(piece, words[at - 1])), opensLeft, opensRight };
}

/** Drops separate wildcards before the first word, with the gaps around them. */
function dropOuterWildcards(pieces: readonly string[]): readonly string[] {
  const start = pieces.findIndex((piece) => !isGap(piece) && !isWildcard(piece));
  const outer = start === -1 ? pieces : pieces.slice(0, start);
  if (!outer.some(isWildcard)) return pieces;
  return start === -1 ? [] : pieces.slice(start);
}

function parsePiece(piece: string, before: string | undefined): KeywordPart[] {
  // `**` includes the gap after it: if it stands for no words, only the gap before it remains.
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
