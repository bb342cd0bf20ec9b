import type { Operator } from '@quarry/filters';

/** The column with the ids of a company's segments. */
export const SEGMENTS_FIELD = '__segments';

/** The operators that a filter can use on segments. */
export const OPERATORS_ON_SEGMENTS = [
  'containsAnyOf',
  'notContainsAnyOf',
  'exists',
  'notExists',
] as const satisfies readonly Operator[];
