/** The longest name that a column can have. */
const LONGEST = 63;

/** Lower-case ASCII with single underscores, beginning with a letter; empty where nothing of the text can be kept. */
function slug(text: string): string {
  const plain = text.replace(/\p{S}/gu, ' ').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // Half a name would mislead: one with letters of another script is no source of column names.
  if (/[^\P{L}a-z]/u.test(plain)) return '';
  const words = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '');
  return /^[0-9]/.test(words) ? `field_${words}` : words;
}

function cut(name: string, length: number): string {
  return name.slice(0, length).replace(/_$/, '');
}

/**
 * Derives the name of a column, which is also its key in filters, from the first of the texts that gives one, and
 * counts on where `isTaken` refuses it: `open_roles`, `open_roles_2`. Throws when no text gives a name.
 */
export function columnName(texts: readonly string[], isTaken: (name: string) => boolean): string {
  const base = texts.map(slug).find((name) => name !== '');
  if (base === undefined) throw new Error('There is no text to derive the name of a column from');
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`;
    const name = `${cut(base, LONGEST - suffix.length)}${suffix}`;
    if (!isTaken(name)) return name;
  }
}
