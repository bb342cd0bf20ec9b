const MAX_LENGTH = 63;

/** Lower-case ASCII with single underscores, starting with a letter; empty if the text gives no name. */
function slug(text: string): string {
  const plain = text.replace(/\p{S}/gu, ' ').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // Dropping the letters of other scripts would leave a misleading name.
  if (/[^\P{L}a-z]/u.test(plain)) return '';
  const words = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '');
  return /^[0-9]/.test(words) ? `field_${words}` : words;
}

function truncate(name: string, length: number): string {
  return name.slice(0, length).replace(/_$/, '');
}

/**
 * Derives a column's name, which is also its filter key, from the first text that gives one. Numbers taken names:
 * `open_roles`, `open_roles_2`. Throws if no text gives a name.
 */
export function columnName(texts: readonly string[], isTaken: (name: string) => boolean): string {
  const base = texts.map(slug).find((name) => name !== '');
  if (base === undefined) throw new Error('No text gives a column name');
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`;
    const name = `${truncate(base, MAX_LENGTH - suffix.length)}${suffix}`;
    if (!isTaken(name)) return name;
  }
}
