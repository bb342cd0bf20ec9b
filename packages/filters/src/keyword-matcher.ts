import { foldText } from './fold-text.ts';
import { type KeywordPart, MAX_SKIPPED, type ReadKeyword, readKeyword } from './read-keyword.ts';

/**
 * Whether a text, in any form, holds one of the keywords. Takes time in proportion to the text and the keywords,
 * whatever they are: it walks all readings at once and never goes back.
 */
export function keywordMatcher(keywords: readonly string[]): (text: string) => boolean {
  const read = keywords.map(readKeyword).filter((keyword) => keyword !== null);
  return (text) => {
    const characters = Array.from(foldText(text));
    return read.some((keyword) => isFound(keyword, characters));
  };
}

function isFound({ parts, opensLeft, opensRight }: ReadKeyword, characters: readonly string[]): boolean {
  const isFree = (at: number): boolean => !/[\p{L}\p{N}+#]/u.test(characters[at] ?? ' ');
  // places[n]: a reading of the parts so far ends before the character n.
  let places = Array.from({ length: characters.length + 1 }, (_, at) => opensLeft || isFree(at - 1));
  for (const part of parts) places = advance(places, part, characters);
  return places.some((isPlace, at) => isPlace && (opensRight || isFree(at)));
}

function advance(places: readonly boolean[], part: KeywordPart, characters: readonly string[]): boolean[] {
  switch (part.kind) {
    case 'text': {
      const wanted = Array.from(part.text);
      return places.map((_, at) => {
        const from = at - wanted.length;
        return places[from] === true && wanted.every((character, step) => characters[from + step] === character);
      });
    }
    case 'gap':
      return run(places, characters, isGap);
    case 'word':
      return run(places, characters, (character) => !isGap(character));
    case 'words': {
      const behind = run(skip(places, characters), characters, isGap);
      return places.map((isPlace, at) => isPlace || behind[at] === true);
    }
    case 'letters': {
      const behind = run(places, characters, (character) => /[\p{L}\p{N}_'-]/u.test(character));
      return places.map((isPlace, at) => isPlace || behind[at] === true);
    }
    case 'line':
      return skip(places, characters);
  }
}

const isGap = (character: string): boolean => /[ \t\n\r\f\v/_-]/.test(character);

/** Goes on over one or more characters of a kind. */
function run(
  places: readonly boolean[],
  characters: readonly string[],
  isOfKind: (character: string) => boolean,
): boolean[] {
  const behind = [false];
  characters.forEach((character, at) => {
    behind.push((places[at] === true || behind[at] === true) && isOfKind(character));
  });
  return behind;
}

/** Goes on over up to `MAX_SKIPPED` characters of the same line. */
function skip(places: readonly boolean[], characters: readonly string[]): boolean[] {
  let nearest = Number.NEGATIVE_INFINITY;
  return places.map((isPlace, at) => {
    if (/[\n\r]/.test(characters[at - 1] ?? '')) nearest = Number.NEGATIVE_INFINITY;
    if (isPlace) nearest = at;
    return at - nearest <= MAX_SKIPPED;
  });
}
