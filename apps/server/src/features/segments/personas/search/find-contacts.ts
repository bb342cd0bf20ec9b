import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { includedBy } from '../apply-definition.ts';
import type { Candidate, FoundEmail, PersonRef } from '../people/contact-provider.ts';
import { VERIFIED_FOR_DAYS } from '../verified-for-days.ts';
import type { Search } from './search.ts';
import { type LookUp, walkCandidates, walkLimit } from './walk-candidates.ts';

/** A person to include. */
export interface FoundContact extends Candidate {
  readonly found: FoundEmail | null;
}

/** Whom a company has for the persona. */
export interface Finding {
  readonly companyId: string;
  /** Newly included, best first. */
  readonly added: readonly FoundContact[];
  readonly checked: readonly Candidate[];
  /** Everybody included, with those from before, best first. */
  readonly ranking: readonly PersonRef[];
}

interface KnownPeople {
  /** By contact. */
  readonly owned: ReadonlyMap<string, { readonly email: FoundEmail | null; readonly isFresh: boolean }>;
  /** Included by the persona, by company, best first. */
  readonly included: ReadonlyMap<string, readonly PersonRef[]>;
}

/** Finds whom to include at each company. */
export async function findContacts(search: Search, companyIds: readonly string[]): Promise<Finding[]> {
  const { persona, provider, signal, db, clientId } = search;
  const { searchOptions } = persona;
  const known = await db.asClient(clientId, (tx) => readKnownPeople(tx, search, companyIds), { readOnly: true });
  const candidates = await provider.findCandidates(
    {
      companyIds,
      groups: persona.criteriaGroups,
      perCompany: walkLimit(searchOptions) + searchOptions.numContactsRequiredPerCompany,
      ownedIds: [...known.owned.keys()],
      includedIds: [...known.included.values()].flat().map(({ contactId }) => contactId),
    },
    signal,
  );
  const lookUps = new Map<string, LookUp>();
  for (const [contactId, { email, isFresh }] of known.owned) if (isFresh) lookUps.set(contactId, email);
  const lookUp = async (people: readonly Candidate[]): Promise<void> => {
    const emails = await provider.lookUpEmails(people, signal);
    for (const { contactId } of people) lookUps.set(contactId, emails.get(contactId) ?? null);
  };
  if (provider.hasFreeLookUps) {
    await lookUp([...candidates.values()].flat().filter(({ contactId }) => !lookUps.has(contactId)));
  }
  const findings = new Map<string, Finding>();
  let open = companyIds;
  while (open.length > 0) {
    signal.throwIfAborted();
    const needed: Candidate[] = [];
    const undecided: string[] = [];
    for (const companyId of open) {
      const ranked = candidates.get(companyId) ?? [];
      const before = known.included.get(companyId) ?? [];
      const beforeIds = new Set(before.map(({ contactId }) => contactId));
      const walk = walkCandidates(ranked, beforeIds, searchOptions, lookUps);
      if (walk.kind === 'NEEDS') {
        needed.push(...walk.people);
        undecided.push(companyId);
        continue;
      }
      findings.set(companyId, {
        companyId,
        added: walk.included.map((candidate) => ({ ...candidate, found: emailOf(lookUps.get(candidate.contactId)) })),
        checked: walk.checked,
        ranking: rankAll(ranked, before, walk.included),
      });
    }
    await lookUp(needed);
    open = undecided;
  }
  return companyIds.flatMap((companyId) => findings.get(companyId) ?? []);
}

const emailOf = (lookUp: LookUp | undefined): FoundEmail | null =>
  lookUp === undefined || lookUp === 'LEFT_OUT' ? null : lookUp;

/** People from before who are no candidates any more come last. */
function rankAll(
  ranked: readonly Candidate[],
  before: readonly PersonRef[],
  added: readonly Candidate[],
): readonly PersonRef[] {
  const chosen = new Set([...before, ...added].map(({ contactId }) => contactId));
  const known = new Set(ranked.map(({ contactId }) => contactId));
  return [
    ...ranked.filter(({ contactId }) => chosen.has(contactId)),
    ...before.filter(({ contactId }) => !known.has(contactId)),
  ];
}

async function readKnownPeople(
  tx: Transaction,
  { clientId, persona }: Search,
  companyIds: readonly string[],
): Promise<KnownPeople> {
  const isAtCompany = (column: typeof contacts.companyId | typeof segmentContacts.companyId) =>
    sql`${column} = any(${sql.param(companyIds)}::text[])`;
  const owned = await tx
    .select({
      contactId: contacts.contactId,
      email: contacts.email,
      status: contacts.emailVerificationStatus,
      isFresh: sql<boolean>`coalesce(${contacts.verifiedAt} > now() - make_interval(days => ${VERIFIED_FOR_DAYS}), false)`,
    })
    .from(contacts)
    .where(and(eq(contacts.clientId, clientId), isAtCompany(contacts.companyId)));
  const included = await tx
    .select({ contactId: segmentContacts.contactId, companyId: segmentContacts.companyId })
    .from(segmentContacts)
    .where(and(includedBy(persona.id), eq(segmentContacts.clientId, clientId), isAtCompany(segmentContacts.companyId)))
    .orderBy(segmentContacts.companyId, segmentContacts.rank);
  return {
    owned: new Map(
      owned.map(({ contactId, email, status, isFresh }) => [contactId, { email: toFound(email, status), isFresh }]),
    ),
    included: Map.groupBy(included, ({ companyId }) => companyId),
  };
}

function toFound(email: string | null, status: string | null): FoundEmail | null {
  if (email === null || email === '') return null;
  return { email, status: status === 'verified' || status === 'invalid' ? status : 'other' };
}
