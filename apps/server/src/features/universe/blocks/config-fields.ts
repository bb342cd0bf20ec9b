import { isUnknownRegion } from '@quarry/filters';
import { z } from 'zod';

const MAX_KEYWORDS = 100;
const MAX_KEYWORD_LENGTH = 200;
const MAX_DOUBLE_WILDCARDS = 5;

/** The seniorities of people, highest first. */
export const SENIORITIES = [
  'founder',
  'owner',
  'cSuite',
  'vp',
  'director',
  'head',
  'manager',
  'assistant',
  'lead',
  'individualContributor',
] as const;

/** A seniority of people. */
export type Seniority = (typeof SENIORITIES)[number];

/** The departments that people work in. */
export const DEPARTMENTS = [
  'Sales',
  'Success',
  'Customer Service',
  'Human Resources',
  'Operations',
  'Finance',
  'Developers',
  'Marketing',
] as const;

/** A department that people work in. */
export type Department = (typeof DEPARTMENTS)[number];

/** A keyword with its asterisks cleaned: outer blanks gone, three or more in a row become two. */
function cleanKeyword(keyword: string): string {
  return keyword.trim().replace(/\*{3,}/g, '**');
}

const keyword = z
  .string()
  .transform(cleanKeyword)
  .pipe(
    z
      .string()
      .max(MAX_KEYWORD_LENGTH, `A keyword can have at most ${MAX_KEYWORD_LENGTH} characters`)
      .refine((value) => value.split('**').length - 1 <= MAX_DOUBLE_WILDCARDS, {
        message: `A keyword can hold ** at most ${MAX_DOUBLE_WILDCARDS} times`,
      }),
  );

const saysSomething = (value: string) => /[^*\s]/.test(value);

/** A list of keywords; blank ones and those of asterisks only are dropped. Left out means empty. */
export const keywords = z
  .array(keyword)
  .max(MAX_KEYWORDS, `At most ${MAX_KEYWORDS} keywords`)
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
