import { NAME_ENDS, NAME_STARTS } from './words/company-names.ts';
import { INDUSTRIES } from './words/industries.ts';
import { LANGUAGES } from './words/languages.ts';
import { COUNTRIES } from './words/places.ts';
import { TEXT_LANGUAGES } from './words/texts.ts';

/** A name in lower-case ASCII, for domains. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ø', 'o')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

interface Stem {
  name: string;
  slug: string;
  language: number;
}

/** First words of company names, with unique slugs. */
export const STEMS: readonly Stem[] = distinctStems();

function distinctStems(): Stem[] {
  const stems = new Map<string, Stem>();
  LANGUAGES.forEach((code, language) => {
    for (const start of NAME_STARTS[code]) {
      for (const end of NAME_ENDS[code]) {
        const name = start + end;
        const slug = slugOf(name);
        if (!stems.has(slug)) stems.set(slug, { name, slug, language });
      }
    }
  });
  return [...stems.values()];
}

/** Last words of company names, with the position of their industry. */
export const TAILS: readonly { name: string; slug: string; industry: number }[] = INDUSTRIES.flatMap(
  (industry, position) => industry.tails.map((name) => ({ name, slug: slugOf(name), industry: position })),
);

/** The number of distinct company names. */
export const NAME_COUNT = STEMS.length * TAILS.length;

/** Country codes by language, each repeated by its weight. */
export const COUNTRY_CODES_BY_LANGUAGE: readonly (readonly string[])[] = LANGUAGES.map((language) =>
  COUNTRIES.filter((country) => country.language === language).flatMap((country) =>
    Array.from({ length: country.weight }, () => country.code),
  ),
);

export const COUNTRY_CODES: readonly string[] = COUNTRIES.map((country) => country.code);

/** For each of `COUNTRIES`, the position of its language. */
export const LANGUAGE_OF_COUNTRY: readonly number[] = COUNTRIES.map((country) => LANGUAGES.indexOf(country.language));

/** For each of `LANGUAGES`, the position in `TEXT_LANGUAGES`; English if texts are not available in it. */
export const TEXT_LANGUAGE_OF: readonly number[] = LANGUAGES.map((language) => {
  const position = TEXT_LANGUAGES.findIndex((candidate) => candidate === language);
  return position < 0 ? 0 : position;
});

/** Company activities at industry * text languages + text language. */
export const DOES: readonly (readonly string[])[] = INDUSTRIES.flatMap((industry) =>
  TEXT_LANGUAGES.map((language) => industry.does[language]),
);
