import { foldText } from './fold-text.ts';
import { type KeywordPart, MAX_SKIPPED, type ParsedKeyword, parseKeyword } from './parse-keyword.ts';

/**
 * Tests if a text contains one of the keywords. It follows all readings at once and never backtracks, so the time is
 * always proportional to the text and the keywords.
 */
export function keywordMatcher(keywords: readonly string[]): (text: string) => boolean {
  const parsed = keywords.map(parseKeyword).filter((keyword) => keyword !== null);
  return (text) => {
    const characters = Array.from(foldText(text));
    return parsed.some((keyword) => isFound(keyword, characters));
  };
}

function isFound({ parts, opensLeft, opensRight }: ParsedKeyword, characters: readonly string[]): boolean {
  const isFree = (at: number): boolean => !/[\p{L}\p{N}+#]/u.test(characters[at] ?? ' ');
  // ends[n]: a reading of the parts so far ends before the character n.
  let ends = Array.from({ length: characters.length + 1 }, (_, at) => opensLeft || isFree(at - 1));
  for (const part of parts) ends = advance(ends, part, characters);
  return ends.some((isEnd, at) => isEnd && (opensRight || isFree(at)));
}

function advance(ends: readonly boolean[], part: KeywordPart, characters: readonly string[]): boolean[] {
  switch (part.kind) {
    case 'text': {
      const needle = Array.from(part.text);
      return ends.map((_, at) => {
        const from = at - needle.length;
        return ends[from] === true && needle.every((character, offset) => characters[from + offset] === character);
      });
    }
    case 'gap':
      return run(ends, characters, isGap);
    case 'word':
      return run(ends, characters, (character) => !isGap(character));
    case 'words': {
      const next = run(skip(ends, characters), characters, isGap);
      return ends.map((isEnd, at) => isEnd || next[at] === true);
    }
    case 'letters': {
      const next = run(ends, characters, (character) => /[\p{L}\p{N}_'-]/u.test(character));
      return ends.map((isEnd, at) => isEnd || next[at] === true);
    }
    case 'line':
      return skip(ends, characters);
  }
}

const isGap = (character: string): boolean => /[ \t\n\r\f\v/_-]/.test(character);

/** Advances over one or more characters of a kind. */
function run(
  ends: readonly boolean[],
  characters: readonly string[],
  isOfKind: (character: string) => boolean,
): boolean[] {
  const next = [false];
  characters.forEach((character, at) => {
    next.push((ends[at] === true || next[at] === true) && isOfKind(character));
  });
  return next;
}

/** Advances over up to `MAX_SKIPPED` characters of the same line. */
function skip(ends: readonly boolean[], characters: readonly string[]): boolean[] {
  let nearest = Number.NEGATIVE_INFINITY;
  return ends.map((isEnd, at) => {
    if (/[\n\r]/.test(characters[at - 1] ?? '')) nearest = Number.NEGATIVE_INFINITY;
    if (isEnd) nearest = at;
    return at - nearest <= MAX_SKIPPED;
  });
}
