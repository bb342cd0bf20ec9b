import type { Platform } from '#server/platform/scope.ts';
import type { ContactProvider } from './contact-provider.ts';
import { universePeople } from './universe-people.ts';
import { verifiedPeople } from './verified-people.ts';

/** The installation's people. */
export function openProvider({
  warehouse,
  emailVerifier,
}: Pick<Platform, 'warehouse' | 'emailVerifier'>): ContactProvider {
  const people = universePeople(warehouse);
  return emailVerifier === null ? people : verifiedPeople(people, emailVerifier);
}
