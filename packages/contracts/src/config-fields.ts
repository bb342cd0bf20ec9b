import { cleanKeyword, foldText, isSearchableKeyword, isUnknownRegion, KEYWORD_LIMITS } from '@quarry/filters';
import { z } from 'zod';
import { type ChoicesPart, type ConfigValues, configParts, type KeywordsPart, listOf } from './config-parts.ts';

const { perList, length, doubleWildcards } = KEYWORD_LIMITS;

const typed = (input: unknown): string => (typeof input === 'string' ? input : '');

const keyword = z
  .string()
  .transform(cleanKeyword)
  .pipe(
    z
      .string()
      .max(length, {
        error: ({ input }) =>
          `“${typed(input).slice(0, 40)}…” is too long: a keyword can have at most ${length} characters`,
      })
      .refine((value) => cleanKeyword(foldText(value)).split('**').length - 1 <= doubleWildcards, {
        error: ({ input }) =>
          `“${typed(input)}” contains ** too often: a keyword can contain it at most ${doubleWildcards} times`,
      }),
  );

function keywordList(part: KeywordsPart) {
  return z
    .array(keyword)
    .max(perList, `At most ${perList} keywords`)
    .default([])
    .transform((list) => [...new Set(list.filter(isSearchableKeyword))])
    .register(configParts, part);
}

type KeywordsText = Pick<KeywordsPart, 'label' | 'description' | 'phrase'>;

/** Keywords of which a row must contain one. Blank ones and those of only asterisks are dropped. Default: empty. */
export const keywords = (text: KeywordsText) => keywordList({ kind: 'keywords', isNegative: false, ...text });

/** Like `keywords`, but a row must contain none of them. */
export const negativeKeywords = (text: KeywordsText) => keywordList({ kind: 'keywords', isNegative: true, ...text });

/** Country codes (ISO 3166-1, two letters) and `region:Name` values. Default: any country. */
export const countries = () =>
  z
    .array(
      z
        .string()
        .trim()
        .refine((value) => /^[A-Za-z]{2}$/.test(value) || (/^region:/i.test(value) && !isUnknownRegion(value)), {
          message: 'A country is a two-letter code or region:Name',
        }),
    )
    .max(300)
    .default([])
    .register(configParts, { kind: 'countries', label: 'Countries', phrase: 'in {}' });

/** Values of a closed list. Default: any. `names` holds the labels that differ from the values. */
export function choices<const Value extends string>(
  values: readonly Value[],
  { names, ...text }: Pick<ChoicesPart, 'label' | 'phrase'> & { names?: ReadonlyMap<string, string> },
) {
  return z
    .array(z.enum(values))
    .default([])
    .register(configParts, {
      kind: 'choices',
      choices: values.map((value) => ({ value, label: names?.get(value) ?? value })),
      ...text,
    });
}

/** Two flags that select open jobs (the default), closed ones ("old") or both. */
export const openness = (label: string) => ({
  onlyOpenJobs: z.boolean().optional().register(configParts, { kind: 'openness', label }),
  onlyOldJobs: z.boolean().default(false),
});

/** Checks that at least one of the lists has an entry. If there is only one list, the issue names it. */
export function needsOneOf(keys: readonly string[], message: string): z.core.CheckFn<ConfigValues> {
  return ({ value, issues }) => {
    if (keys.some((key) => listOf(value, key).length > 0)) return;
    issues.push({ code: 'custom', path: keys.length === 1 ? [...keys] : [], message, input: value });
  };
}
