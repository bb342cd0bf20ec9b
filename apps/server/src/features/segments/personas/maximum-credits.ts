import type { PersonaRow } from './persona.ts';

/** The most that a search can cost of each type of credits. */
export function maximumCredits({ searchOptions }: Pick<PersonaRow, 'searchOptions'>, companies: number): number {
  const { numContactsRequiredPerCompany, maxCredits } = searchOptions;
  return Math.min(companies * numContactsRequiredPerCompany, maxCredits ?? Number.POSITIVE_INFINITY);
}
