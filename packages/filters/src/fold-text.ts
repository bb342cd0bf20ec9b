const OUTER_BLANKS = /^[ \t\n\r\v\f]+|[ \t\n\r\v\f]+$/g;

/** Combining marks as of Unicode 15: the engine's RE2 knows no later ones, and both must strip the same marks. */
const MARKS = new RegExp(
  '(?:(?![\\u{897}\\u{1acf}-\\u{1aeb}\\u{10d69}-\\u{10d6d}\\u{10efa}\\u{10efb}\\u{10efc}\\u{113b8}-\\u{113e2}' +
    '\\u{11b60}-\\u{11b67}\\u{11f5a}\\u{1611e}-\\u{1612f}\\u{1e5ee}\\u{1e5ef}\\u{1e6e3}-\\u{1e6f5}])\\p{M})+',
  'gu',
);

/** Lower case, with the final sigma replaced by the ordinary one. */
export function lowerText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** The form for equality: lower case, without outer blanks. */
export function lowerTrim(text: string): string {
  return lowerText(text).replace(OUTER_BLANKS, '');
}

/**
 * The form for search: NFKD without combining marks, lower case, straight apostrophes, runs of spaces and tabs as one
 * space (line breaks stay), no outer blanks.
 */
export function foldText(text: string): string {
  return lowerText(text.normalize('NFKD').replace(MARKS, ''))
    .replace(/[‘’‛ʼ]/g, "'")
    .replace(/[ \t]+/g, ' ')
    .replace(OUTER_BLANKS, '');
}
