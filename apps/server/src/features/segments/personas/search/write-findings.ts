import { rowsAs, sql, type Transaction } from '@quarry/postgres';
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
  await forgetChecked(tx, plan);
  const ranks = ranksOf(plan);
  await insertFound(tx, clientId, persona, [
    ...plan.added.map((person) => ({
      ...person,
      rank: ranks.get(person.contactId) ?? null,
      status: 'INCLUDED' as const,
    })),
    ...checked.map((person) => ({ ...person, rank: null, status: 'CANDIDATE_CHECKED_NOT_INCLUDED' as const })),
  ]);
  for (const { contactId } of plan.added) ranks.delete(contactId);
  await rankAgain(tx, persona.id, ranks);
  await finishCompanies(tx, clientId, persona, plan.done);
}

async function keepContacts(
  tx: Transaction,
  clientId: string,
  added: readonly FoundContact[],
  phones: ReadonlyMap<string, string>,
): Promise<void> {
  if (added.length === 0) return;
  const rows = rowsAs('person', added, {
    text: {
      contact_id: ({ contactId }) => contactId,
      company_id: ({ companyId }) => companyId,
      first_name: ({ firstName }) => firstName,
      last_name: ({ lastName }) => lastName,
      email: ({ found }) => found?.email ?? null,
      status: ({ found }) => found?.status ?? null,
      position: ({ position }) => position,
      seniority: ({ seniority }) => seniority,
      country: ({ country }) => country,
      location: ({ location }) => location,
      person_url: ({ personUrl }) => personUrl,
      phone: ({ contactId }) => phones.get(contactId) ?? null,
    },
    int: { tenure_months: ({ tenureMonths }) => tenureMonths },
  });
  await tx.execute(sql`
    insert into ${contacts} (client_id, contact_id, company_id, first_name, last_name, email, email_verification_status,
      position, seniority, country, location, tenure_months, person_url, phone_number, verified_at)
    select ${clientId}, contact_id, company_id, first_name, last_name, email, status, position, seniority, country,
      location, tenure_months, person_url, phone, now()
    from ${rows}
    on conflict (client_id, contact_id) do update set
      email = coalesce(excluded.email, ${contacts}.email),
      email_verification_status = coalesce(excluded.email_verification_status, ${contacts}.email_verification_status),
      position = excluded.position, seniority = excluded.seniority, country = excluded.country,
      location = excluded.location, tenure_months = excluded.tenure_months, is_former_employment = false,
      verified_at = excluded.verified_at`);
}

async function addPhones(tx: Transaction, clientId: string, phones: ReadonlyMap<string, string>): Promise<void> {
  if (phones.size === 0) return;
  await tx.execute(sql`update ${contacts} set phone_number = person.phone
    from ${rowsAs('person', [...phones], { text: { contact_id: ([contactId]) => contactId, phone: ([, phone]) => phone } })}
    where ${contacts.clientId} = ${clientId} and ${contacts.contactId} = person.contact_id
      and ${contacts.phoneNumber} is null`);
}

/** A company that is searched again forgets whom it was checked for; the one where it stopped, once somebody is added. */
async function forgetChecked(tx: Transaction, { added, done, partial }: ChargePlan): Promise<void> {
  const isBegun = partial !== null && added.some(({ companyId }) => companyId === partial.companyId);
  const ids = [...done, ...(isBegun ? [partial] : [])].flatMap(({ replacedIds }) => replacedIds);
  if (ids.length === 0) return;
  await tx.delete(segmentContacts).where(sql`${segmentContacts.id} = any(${sql.param(ids)}::bigint[])`);
}

interface FoundPerson extends Candidate {
  readonly rank: number | null;
  readonly status: 'INCLUDED' | 'CANDIDATE_CHECKED_NOT_INCLUDED';
}

async function insertFound(
  tx: Transaction,
  clientId: string,
  { id, segmentId }: PersonaRow,
  people: readonly FoundPerson[],
): Promise<void> {
  if (people.length === 0) return;
  const rows = rowsAs('person', people, {
    text: {
      company_id: ({ companyId }) => companyId,
      contact_id: ({ contactId }) => contactId,
      status: ({ status }) => status,
      raw_name: ({ rawName }) => rawName,
      first_name: ({ firstName }) => firstName,
      last_name: ({ lastName }) => lastName,
      person_url: ({ personUrl }) => personUrl,
      position: ({ position }) => position,
      seniority: ({ seniority }) => seniority,
      country: ({ country }) => country,
    },
    int: { group_at: ({ groupAt }) => groupAt, rank: ({ rank }) => rank },
  });
  await tx.execute(sql`
    insert into ${segmentContacts} (client_id, segment_id, persona_id, company_id, contact_id, group_at, rank,
      inclusion_status, included_at, raw_name, first_name, last_name, person_url, position, seniority, country)
    select ${clientId}, ${segmentId}, ${id}, company_id, contact_id, group_at, rank, status,
      case when status = 'INCLUDED' then now() end, raw_name, first_name, last_name, person_url, position, seniority,
      country
    from ${rows}`);
}

/** The ranks of everybody included at the companies; where the search stopped, of those who made it. */
function ranksOf({ added, done, partial }: ChargePlan): Map<string, number> {
  const made = new Set(added.map(({ contactId }) => contactId));
  const missed = new Set(partial?.added.map(({ contactId }) => contactId).filter((id) => !made.has(id)));
  const rankings = [...done, ...(partial === null ? [] : [partial])].map(({ ranking }) =>
    ranking.filter(({ contactId }) => !missed.has(contactId)),
  );
  return new Map(rankings.flatMap((ranking) => ranking.map(({ contactId }, at) => [contactId, at + 1] as const)));
}

/** Ranks people from before, who may have others above them now. */
async function rankAgain(tx: Transaction, personaId: string, ranks: ReadonlyMap<string, number>): Promise<void> {
  if (ranks.size === 0) return;
  const rows = rowsAs('person', [...ranks], {
    text: { contact_id: ([contactId]) => contactId },
    int: { rank: ([, rank]) => rank },
  });
  await tx.execute(sql`update ${segmentContacts} set rank = person.rank
    from ${rows}
    where persona_id = ${personaId} and ${segmentContacts.contactId} = person.contact_id and inclusion_status = 'INCLUDED'
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
