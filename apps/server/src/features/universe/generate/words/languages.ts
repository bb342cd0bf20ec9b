/** The languages of companies; lists by language have this order. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv', 'pl', 'pt', 'ja'] as const;

export type Language = (typeof LANGUAGES)[number];

export type ByLanguage = Readonly<Record<Language, readonly string[]>>;

/** Splits at blanks. */
export function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

/** Splits at line ends. */
export function lines(list: string): string[] {
  return list
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
