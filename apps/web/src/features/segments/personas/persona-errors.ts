import type { Persona } from '@quarry/contracts';

const LEADS = [
  ['OUT_OF_CREDITS', 'Lack of contact credits'],
  ['OUT_OF_PHONE_NUMBER_CREDITS', 'Lack of phone number credits'],
  ['UNKNOWN', 'Unknown reason'],
] as const;

/** One line per reason with the personas whose search failed for it. */
export function personaErrors(personas: readonly Pick<Persona, 'name' | 'searchStatus' | 'errorReason'>[]): string[] {
  const failed = personas.filter(({ searchStatus }) => searchStatus === 'ERROR');
  return LEADS.flatMap(([reason, lead]) => {
    const names = failed.filter(({ errorReason }) => (errorReason ?? 'UNKNOWN') === reason).map(({ name }) => name);
    return names.length === 0 ? [] : [`${lead}: ${names.join(', ')}`];
  });
}
