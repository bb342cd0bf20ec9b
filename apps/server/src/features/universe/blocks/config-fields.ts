import { cleanKeyword, foldText, isUnknownRegion, KEYWORD_LIMITS, saysSomething } from '@quarry/filters';
import { z } from 'zod';

const keyword = z
  .string()
  .transform(cleanKeyword)
  .pipe(
    z
      .string()
      .max(KEYWORD_LIMITS.length, `A keyword can have at most ${KEYWORD_LIMITS.length} characters`)
      .refine((value) => cleanKeyword(foldText(value)).split('**').length - 1 <= KEYWORD_LIMITS.doubleWildcards, {
        message: `A keyword can hold ** at most ${KEYWORD_LIMITS.doubleWildcards} times`,
      }),
  );

/** A list of keywords; blank ones and those of asterisks only are dropped. Left out means empty. */
export const keywords = z
  .array(keyword)
  .max(KEYWORD_LIMITS.perList, `At most ${KEYWORD_LIMITS.perList} keywords`)
  .default([])
  .transform((list) => [...new Set(list.filter(saysSomething))]);

/** Country codes (ISO 3166-1, two letters) and `region:Name` values. Left out means any country. */
export const countries = z
  .array(
    z
      .string()
      .trim()
      .refine((value) => /^[A-Za-z]{2}$/.test(value) || (/^region:/i.test(value) && !isUnknownRegion(value)), {
        message: 'A country is a two-letter code or region:Name',
      }),
  )
  .max(300)
  .default([]);
