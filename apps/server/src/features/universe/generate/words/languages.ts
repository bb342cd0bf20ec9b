/** The languages that invented companies speak, in the order in which all lists by language are given. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv', 'pl', 'pt', 'ja'] as const;

/** A language of an invented company. */
export type Language = (typeof LANGUAGES)[number];

/** Words by language. */
export type ByLanguage = Readonly<Record<Language, readonly string[]>>;

/** Splits a list written as text. */
export function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

/** Splits a list of phrases, one per line. */
export function lines(list: string): string[] {
  return list
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
