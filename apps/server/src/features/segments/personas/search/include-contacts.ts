import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { chargedBefore, chargeEach, lockCredits } from '#server/features/accounts/credits/charge-each.ts';
import { holdClient } from '../lock-queue.ts';
import type { PersonRef } from '../people/contact-provider.ts';
import { type PersonaRow, readPersonaRow } from '../persona.ts';
import { endSearch, type SearchStopReason } from './end-search.ts';
import type { Finding } from './find-contacts.ts';
import { findLeftOut } from './find-left-out.ts';
import { type ChargePlan, planCharges } from './plan-charges.ts';
import type { Search } from './search.ts';
import { writeFindings } from './write-findings.ts';

const ACTOR = 'Contact search';
const contactKey = ({ contactId, companyId }: PersonRef) => `CONTACT:${contactId}:${companyId}`;
const phoneKey = ({ contactId, companyId }: PersonRef) => `PHONE_NUMBER:${contactId}:${companyId}`;

/** How a transaction of a search ended; SUPERSEDED by an edit, a cancel, or a change of the segment. */
export type BatchOutcome = 'INCLUDED' | 'SUPERSEDED' | SearchStopReason;

/** Reads the search's persona and holds it and the companies as they are; null if something else applies by now. */
export async function holdSearch(tx: Transaction, { clientId, persona, segment }: Search): Promise<PersonaRow | null> {
  await holdClient(tx, clientId);
  const [current] = await tx
    .select({ run: segments.run })
    .from(segments)
    .where(eq(segments.id, segment.id))
    .for('share');
  const [row] = await tx.select().from(personas).where(eq(personas.id, persona.id)).for('update');
  const isSame =
    current?.run === segment.run &&
    row?.searchStatus === 'RUNNING' &&
    row.revision === persona.revision &&
    row.queuedAt?.getTime() === persona.queuedAt?.getTime();
  return isSame ? readPersonaRow(row) : null;
}

/**
 * Includes the people of a batch of companies and charges for those whom the account did not own, all in one
 * transaction. Stops the search at the first whom the account cannot afford.
 */
export async function includeContacts(
  search: Search,
  findings: readonly Finding[],
  phones: ReadonlyMap<string, string>,
): Promise<BatchOutcome> {
  const { clientId, db } = search;
  return db.asClient(clientId, async (tx) => {
    const persona = await holdSearch(tx, search);
    if (persona === null) return 'SUPERSEDED';
    const allowed = await withoutLeftOut(tx, clientId, findings);
    const plan = await planBatch(tx, { clientId, persona, findings: allowed, phones });
    await writeFindings(tx, { clientId, persona, plan });
    await charge(tx, { clientId, persona, plan });
    const spentCredits = persona.spentCredits + plan.newlyOwned.length;
    await tx.update(personas).set({ spentCredits }).where(eq(personas.id, persona.id));
    if (plan.stopped !== null) await endSearch(tx, persona, plan.stopped);
    // Last, because the job's lease and progress wait for it.
    await search.holdWork(tx);
    return plan.stopped ?? 'INCLUDED';
  });
}

/** Whoever was erased, or put on the list of whom not to contact, after the look-up is not included. */
async function withoutLeftOut(
  tx: Transaction,
  clientId: string,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const people = findings.flatMap(({ added }) =>
    added.map((person) => ({ ...person, email: person.found?.email ?? null })),
  );
  const leftOut = await findLeftOut(tx, clientId, people);
  if (leftOut.size === 0) return findings;
  const isAllowed = ({ contactId }: PersonRef) => !leftOut.has(contactId);
  return findings.map((finding) => ({
    ...finding,
    added: finding.added.filter(isAllowed),
    ranking: finding.ranking.filter(isAllowed),
  }));
}

async function planBatch(
  tx: Transaction,
  parts: {
    readonly clientId: string;
    readonly persona: PersonaRow;
    readonly findings: readonly Finding[];
    readonly phones: ReadonlyMap<string, string>;
  },
): Promise<ChargePlan> {
  const { clientId, persona, findings, phones } = parts;
  const people = findings.flatMap(({ ranking }) => ranking);
  // Locked before it is read who is owned, so that two searches never pay for the same person.
  const contactBalance = await lockCredits(tx, clientId, 'CONTACT');
  const phoneBalance = phones.size === 0 ? null : await lockCredits(tx, clientId, 'PHONE_NUMBER');
  const paid = await chargedBefore(tx, clientId, [
    ...people.map(contactKey),
    ...people.filter(({ contactId }) => phones.has(contactId)).map(phoneKey),
  ]);
  const ownedIds = await readOwned(tx, clientId, people);
  const companyOf = new Map(people.map((person) => [person.contactId, person]));
  const { maxCredits } = persona.searchOptions;
  return planCharges(findings, {
    contactBalance,
    phoneBalance,
    leftUnderCap: maxCredits === null ? Number.POSITIVE_INFINITY : Math.max(0, maxCredits - persona.spentCredits),
    isOwned: (contactId) => {
      const person = companyOf.get(contactId);
      return ownedIds.has(contactId) || (person !== undefined && paid.has(contactKey(person)));
    },
    hasPaidForPhone: (person) => paid.has(phoneKey(person)),
    phones,
  });
}

async function readOwned(
  tx: Transaction,
  clientId: string,
  people: readonly PersonRef[],
): Promise<ReadonlySet<string>> {
  const ids = people.map(({ contactId }) => contactId);
  const rows = await tx
    .select({ contactId: contacts.contactId })
    .from(contacts)
    .where(and(eq(contacts.clientId, clientId), sql`${contacts.contactId} = any(${sql.param(ids)}::text[])`));
  return new Set(rows.map(({ contactId }) => contactId));
}

async function charge(
  tx: Transaction,
  { clientId, persona, plan }: { readonly clientId: string; readonly persona: PersonaRow; readonly plan: ChargePlan },
): Promise<void> {
  const { id: personaId, segmentId } = persona;
  const reference = ({ contactId, companyId }: PersonRef) => ({ segmentId, personaId, companyId, contactId });
  await chargeEach(tx, {
    clientId,
    creditType: 'CONTACT',
    actor: ACTOR,
    charges: plan.newlyOwned.map((person) => ({ idempotencyKey: contactKey(person), reference: reference(person) })),
  });
  await chargeEach(tx, {
    clientId,
    creditType: 'PHONE_NUMBER',
    actor: ACTOR,
    charges: plan.paidPhones.map((person) => ({ idempotencyKey: phoneKey(person), reference: reference(person) })),
  });
}
