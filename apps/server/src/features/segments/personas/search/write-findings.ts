import { sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personaCompanies, segmentContacts } from '@quarry/postgres/tables/personas';
import type { Candidate } from '../people/contact-provider.ts';
import type { PersonaRow } from '../persona.ts';
import type { Finding, FoundContact } from './find-contacts.ts';
import type { ChargePlan } from './plan-charges.ts';

/** Writes whom a plan includes, with the companies that it finishes. */
export async function writeFindings(
  tx: Transaction,
  parts: { readonly clientId: string; readonly persona: PersonaRow; readonly plan: ChargePlan },
): Promise<void> {
  const { clientId, persona, plan } = parts;
  await keepContacts(tx, clientId, plan.added, plan.phones);
  await addPhones(tx, clientId, plan.phones);
  const checked = plan.done.flatMap((finding) => finding.checked);
  await forgetChecked(tx, persona.id, [...new Set([...plan.added, ...plan.done].map(({ companyId }) => companyId))]);
  await insertFound(tx, clientId, persona, plan.added, 'INCLUDED');
  await insertFound(tx, clientId, persona, checked, 'CANDIDATE_CHECKED_NOT_INCLUDED');
  await rank(tx, persona.id, plan);
  await finishCompanies(tx, clientId, persona, plan.done);
}

const rowsOf = (values: readonly unknown[]) => sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb)`;

async function keepContacts(
  tx: Transaction,
  clientId: string,
  added: readonly FoundContact[],
  phones: ReadonlyMap<string, string>,
): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ found, ...person }) => ({
    ...person,
    email: found?.email ?? null,
    status: found?.status ?? null,
    phone: phones.get(person.contactId) ?? null,
  }));
  await tx.execute(sql`
    insert into ${contacts} (client_id, contact_id, company_id, first_name, last_name, email, email_verification_status,
      position, seniority, country, location, tenure_months, person_url, phone_number, verified_at)
    select ${clientId}, "contactId", "companyId", "firstName", "lastName", email, status, position, seniority, country,
      location, "tenureMonths", "personUrl", phone, now()
    from ${rowsOf(rows)} as person("contactId" text, "companyId" text, "firstName" text, "lastName" text, email text,
      status text, position text, seniority text, country text, location text, "tenureMonths" int, "personUrl" text,
      phone text)
    on conflict (client_id, contact_id) do update set
      email = coalesce(excluded.email, ${contacts}.email),
      email_verification_status = coalesce(excluded.email_verification_status, ${contacts}.email_verification_status),
      position = excluded.position, seniority = excluded.seniority, country = excluded.country,
      location = excluded.location, tenure_months = excluded.tenure_months, is_former_employment = false,
      verified_at = excluded.verified_at`);
}

async function addPhones(tx: Transaction, clientId: string, phones: ReadonlyMap<string, string>): Promise<void> {
  if (phones.size === 0) return;
  const rows = [...phones].map(([contactId, phone]) => ({ contactId, phone }));
  await tx.execute(sql`update ${contacts} set phone_number = person.phone
    from ${rowsOf(rows)} as person("contactId" text, phone text)
    where ${contacts.clientId} = ${clientId} and ${contacts.contactId} = person."contactId"
      and ${contacts.phoneNumber} is null`);
}

/** A company that is searched again forgets whom it was checked for. */
async function forgetChecked(tx: Transaction, personaId: string, companyIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from ${segmentContacts}
    where persona_id = ${personaId} and inclusion_status = 'CANDIDATE_CHECKED_NOT_INCLUDED'
      and company_id = any(${sql.param(companyIds)}::text[])`);
}

async function insertFound(
  tx: Transaction,
  clientId: string,
  { id, segmentId }: PersonaRow,
  people: readonly Candidate[],
  status: 'INCLUDED' | 'CANDIDATE_CHECKED_NOT_INCLUDED',
): Promise<void> {
  if (people.length === 0) return;
  await tx.execute(sql`
    insert into ${segmentContacts} (client_id, segment_id, persona_id, company_id, contact_id, group_at,
      inclusion_status, included_at, raw_name, first_name, last_name, person_url, position, seniority, country)
    select ${clientId}, ${segmentId}, ${id}, "companyId", "contactId", "groupAt", ${status},
      ${status === 'INCLUDED' ? sql`now()` : sql`null`}, "rawName", "firstName", "lastName", "personUrl", position,
      seniority, country
    from ${rowsOf(people)} as person("companyId" text, "contactId" text, "groupAt" int, "rawName" text,
      "firstName" text, "lastName" text, "personUrl" text, position text, seniority text, country text)`);
}

/** Ranks everybody included at the companies; where the search stopped, those who made it. */
async function rank(tx: Transaction, personaId: string, { added, done, partial }: ChargePlan): Promise<void> {
  const made = new Set(added.map(({ contactId }) => contactId));
  const missed = new Set(partial?.added.map(({ contactId }) => contactId).filter((id) => !made.has(id)));
  const rankings = [...done, ...(partial === null ? [] : [partial])].map(({ ranking }) =>
    ranking.filter(({ contactId }) => !missed.has(contactId)),
  );
  const ranks = rankings.flatMap((ranking) => ranking.map(({ contactId }, at) => ({ contactId, rank: at + 1 })));
  if (ranks.length === 0) return;
  await tx.execute(sql`update ${segmentContacts} set rank = person.rank
    from ${rowsOf(ranks)} as person("contactId" text, rank int)
    where persona_id = ${personaId} and contact_id = person."contactId" and inclusion_status = 'INCLUDED'
      and ${segmentContacts.rank} is distinct from person.rank`);
}

async function finishCompanies(
  tx: Transaction,
  clientId: string,
  { id, revision }: PersonaRow,
  done: readonly Finding[],
): Promise<void> {
  if (done.length === 0) return;
  const companyIds = done.map(({ companyId }) => companyId);
  await tx.execute(sql`insert into ${personaCompanies} (client_id, persona_id, company_id, revision)
    select ${clientId}, ${id}, company_id, ${revision} from unnest(${sql.param(companyIds)}::text[]) as company_id
    on conflict (persona_id, company_id) do update set revision = excluded.revision, finished_at = now()`);
}
