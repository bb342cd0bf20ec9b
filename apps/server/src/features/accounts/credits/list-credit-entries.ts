import type * as contracts from '@quarry/contracts';
import { type CreditEntry, creditEntry } from '@quarry/contracts';
import { and, desc, eq, inArray, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { personas } from '@quarry/postgres/tables/personas';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the account's credit entries, newest first. */
export const listCreditEntries: Verb<typeof contracts.listCreditEntries> = async (scope, input) => {
  const { creditType, kind, limit, offset } = input;
  const where = and(
    eq(creditLedger.clientId, scope.client.id),
    creditType === undefined ? undefined : eq(creditLedger.creditType, creditType),
    kind === undefined ? undefined : eq(creditLedger.kind, kind),
  );
  return scope.read(async (tx) => {
    const rows = await tx
      .select()
      .from(creditLedger)
      .where(where)
      .orderBy(desc(creditLedger.id))
      .limit(limit)
      .offset(offset);
    const entries = rows.map(toCreditEntry);
    return { entries: await withNames(tx, scope.client.id, entries), count: await tx.$count(creditLedger, where) };
  });
};

/** An entry as the API describes it. */
export function toCreditEntry({ id, createdAt, ...row }: typeof creditLedger.$inferSelect): CreditEntry {
  return creditEntry.parse({ ...row, id: String(id), createdAt: createdAt.toISOString() });
}

/**
 * Names the person and the persona of each charge, as far as the account still has them: the ledger itself keeps no names,
 * so that a person can be erased.
 */
async function withNames(tx: Transaction, clientId: string, entries: readonly CreditEntry[]): Promise<CreditEntry[]> {
  const idsOf = (key: string) => [
    ...new Set(entries.flatMap(({ reference }) => (typeof reference[key] === 'string' ? [reference[key]] : []))),
  ];
  const people = await tx
    .select({ id: contacts.contactId, firstName: contacts.firstName, lastName: contacts.lastName })
    .from(contacts)
    .where(and(eq(contacts.clientId, clientId), inArray(contacts.contactId, idsOf('contactId'))));
  const found = await tx
    .select({ id: personas.id, name: personas.name })
    .from(personas)
    .where(and(eq(personas.clientId, clientId), inArray(personas.id, idsOf('personaId'))));
  const personNames = new Map(people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
  const personaNames = new Map(found.map(({ id, name }) => [id, name]));
  return entries.map((entry) => {
    const person = personNames.get(String(entry.reference.contactId));
    const persona = personaNames.get(String(entry.reference.personaId));
    const names = {
      ...(person === undefined ? {} : { personName: person }),
      ...(persona === undefined ? {} : { personaName: persona }),
    };
    return { ...entry, reference: { ...names, ...entry.reference } };
  });
}
