import { eq, type Transaction } from '@quarry/postgres';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import { findErased } from '#server/features/contacts/erased-people.ts';
import { findSuppressed } from '#server/features/contacts/suppression/suppressed-people.ts';

/** A person as the lists of people to leave out know them. */
export interface NamedPerson {
  readonly contactId: string;
  readonly email: string | null;
  readonly personUrl: string | null;
  /** Of the company. */
  readonly domain: string | null;
}

/** The contacts that the account must not have: on its list of whom not to contact, or erased on request. */
export async function findLeftOut(
  tx: Transaction,
  clientId: string,
  people: readonly NamedPerson[],
): Promise<ReadonlySet<string>> {
  const keyed = people.map(({ contactId, ...names }) => ({ key: contactId, ...names }));
  const erased = await findErased(tx, keyed);
  // Most accounts have no list, and normalising everybody's names takes time.
  if (!(await hasSuppressions(tx, clientId))) return erased;
  return new Set([...erased, ...(await findSuppressed(tx, clientId, keyed))]);
}

export async function hasSuppressions(tx: Transaction, clientId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(eq(suppressions.clientId, clientId))
    .limit(1);
  return rows.length > 0;
}
