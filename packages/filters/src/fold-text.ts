const OUTER_BLANKS = /^[ \t\n\r\v\f]+|[ \t\n\r\v\f]+$/g;

/** Combining marks as of Unicode 15: the engine's RE2 knows no later ones, and both must strip the same. */
const MARKS = new RegExp(
  '(?:(?![\\u{897}\\u{1acf}-\\u{1aeb}\\u{10d69}-\\u{10d6d}\\u{10efa}\\u{10efb}\\u{10efc}\\u{113b8}-\\u{113e2}' +
    '\\u{11b60}-\\u{11b67}\\u{11f5a}\\u{1611e}-\\u{1612f}\\u{1e5ee}\\u{1e5ef}\\u{1e6e3}-\\u{1e6f5}])\\p{M})+',
  'gu',
);

/** Lower case with both small sigmas made one, so that a word's end makes no difference. */
export function lowerText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** The form in which texts are compared for equality: lower case, without outer blanks. */
export function lowerTrim(text: string): string {
  return lowerText(text).replace(OUTER_BLANKS, '');
}

/**
 * The form in which texts are searched: NFKD without combining marks, lower case, straight apostrophes, runs of
 * spaces and tabs as one space (line breaks stay), no outer blanks.
 */
export function foldText(text: string): string {
  return lowerText(text.normalize('NFKD').replace(MARKS, ''))
    .replace(/[‘’‛ʼ]/g, "'")
    .replace(/[ \t]+/g, ' ')
    .replace(OUTER_BLANKS, '');
}
