import { NAME_ENDS, NAME_STARTS } from './words/company-names.ts';
import { INDUSTRIES } from './words/industries.ts';
import { LANGUAGES } from './words/languages.ts';
import { COUNTRIES } from './words/places.ts';
import { TEXT_LANGUAGES } from './words/texts.ts';

/** Lower-case ASCII form of a name, for domains. */
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

/** First words of company names, no two with the same slug. */
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

/** Last words of company names with the position of their industry. */
export const TAILS: readonly { name: string; slug: string; industry: number }[] = INDUSTRIES.flatMap(
  (industry, position) => industry.tails.map((name) => ({ name, slug: slugOf(name), industry: position })),
);

/** How many company names there are before they repeat. */
export const NAME_COUNT = STEMS.length * TAILS.length;

/** Country codes by language, each as often as it weighs. */
export const COUNTRY_CODES_BY_LANGUAGE: readonly (readonly string[])[] = LANGUAGES.map((language) =>
  COUNTRIES.filter((country) => country.language === language).flatMap((country) =>
    Array.from({ length: country.weight }, () => country.code),
  ),
);

/** Country codes in the order of `COUNTRIES`. */
export const COUNTRY_CODES: readonly string[] = COUNTRIES.map((country) => country.code);

/** The language's position for each country of `COUNTRIES`. */
export const LANGUAGE_OF_COUNTRY: readonly number[] = COUNTRIES.map((country) => LANGUAGES.indexOf(country.language));

/** The position among the languages of texts for each language; English where texts are not written in it. */
export const TEXT_LANGUAGE_OF: readonly number[] = LANGUAGES.map((language) => {
  const position = TEXT_LANGUAGES.findIndex((candidate) => candidate === language);
  return position < 0 ? 0 : position;
});

/** What companies do, for each pair of industry and text language: position = industry · languages + language. */
export const DOES: readonly (readonly string[])[] = INDUSTRIES.flatMap((industry) =>
  TEXT_LANGUAGES.map((language) => industry.does[language]),
);
