import type { Warehouse } from '@quarry/clickhouse';
import type { RemovedReason } from '@quarry/contracts';
import { and, eq, type SQL, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { classifyPeople } from './classify-people.ts';
import type { PersonaRow } from './persona.ts';

/** The contacts that a persona includes now. */
export const includedBy = (personaId: string) =>
  and(eq(segmentContacts.personaId, personaId), eq(segmentContacts.inclusionStatus, 'INCLUDED'));

/** Ends the inclusion of contacts; the account keeps them. */
export async function removeContacts(tx: Transaction, where: SQL | undefined, reason: RemovedReason): Promise<void> {
  await tx
    .update(segmentContacts)
    .set({ inclusionStatus: 'WAS_INCLUDED_REMOVED', removedAt: sql`now()`, removedReason: reason, rank: null })
    .where(and(eq(segmentContacts.inclusionStatus, 'INCLUDED'), where));
}

/**
 * Tests the included contacts of a locked persona against its new definition: those that no longer match are removed,
 * then the worst beyond the number that it asks for.
 */
export async function applyDefinition(tx: Transaction, warehouse: Warehouse, persona: PersonaRow): Promise<void> {
  await regroupContacts(tx, warehouse, persona);
  const { isEmailRequired, numContactsRequiredPerCompany } = persona.searchOptions;
  if (isEmailRequired) await removeUnreachable(tx, persona.id, 'CONTACT_NO_LONGER_MATCH_CRITERIA');
  await renumber(tx, persona.id);
  await removeContacts(
    tx,
    and(includedBy(persona.id), sql`${segmentContacts.rank} > ${numContactsRequiredPerCompany}`),
    'CONTACTS_PER_COMPANY_REDUCED',
  );
}

async function regroupContacts(tx: Transaction, warehouse: Warehouse, persona: PersonaRow): Promise<void> {
  const { position, seniority, country } = segmentContacts;
  const people = await tx
    .selectDistinct({ position, seniority, country })
    .from(segmentContacts)
    .where(includedBy(persona.id));
  if (people.length === 0) return;
  const groups = await classifyPeople(warehouse, persona.criteriaGroups, people);
  const classified = people.map((person, at) => ({ ...person, groupAt: groups[at] ?? null }));
  const isSame = sql`${segmentContacts.position} = person.position
    and ${segmentContacts.seniority} is not distinct from person.seniority
    and ${segmentContacts.country} is not distinct from person.country`;
  const people_ = sql`jsonb_to_recordset(${JSON.stringify(classified)}::jsonb)
    as person(position text, seniority text, country text, "groupAt" int)`;
  await removeContacts(
    tx,
    and(includedBy(persona.id), sql`exists (select 1 from ${people_} where ${isSame} and person."groupAt" is null)`),
    'CONTACT_NO_LONGER_MATCH_CRITERIA',
  );
  await tx.execute(sql`update ${segmentContacts} set group_at = person."groupAt" from ${people_}
    where ${includedBy(persona.id)} and ${isSame}`);
}

/** Removes included contacts without an e-mail that may reach them. */
export async function removeUnreachable(tx: Transaction, personaId: string, reason: RemovedReason): Promise<void> {
  const isReachable = sql`exists (select 1 from ${contacts} owned
    where owned.client_id = ${segmentContacts.clientId}
      and owned.contact_id = ${segmentContacts.contactId}
      and owned.email_verification_status in ('verified', 'other'))`;
  await removeContacts(tx, and(includedBy(personaId), sql`not ${isReachable}`), reason);
}

/** Counts the ranks of included contacts from 1 again, without changing their order. */
export async function renumber(tx: Transaction, personaId: string): Promise<void> {
  await tx.execute(sql`update ${segmentContacts} set rank = numbered.rank
    from (
      select id, row_number() over (partition by company_id order by group_at, rank nulls last, id) as rank
      from ${segmentContacts} where ${includedBy(personaId)}) numbered
    where ${segmentContacts.id} = numbered.id and ${segmentContacts.rank} is distinct from numbered.rank`);
}
