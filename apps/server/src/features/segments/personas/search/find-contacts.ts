import { and, eq, inArray, type SQL, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { readCompanyNames } from '../contacts/company-names.ts';
import type { Candidate, FoundEmail, PersonRef } from '../people/contact-provider.ts';
import { VERIFIED_FOR_DAYS } from '../verified-for-days.ts';
import { findLeftOut, hasSuppressions } from './find-left-out.ts';
import type { Search } from './search.ts';
import { type LookUp, walkCandidates, walkLimit } from './walk-candidates.ts';

/** A person to include. */
export interface FoundContact extends Candidate {
  readonly found: FoundEmail | null;
  /** Of the company; null if nothing asks for it. */
  readonly domain: string | null;
}

/** Whom a company has for the persona. */
export interface Finding {
  readonly companyId: string;
  /** Newly included, best first. */
  readonly added: readonly FoundContact[];
  readonly checked: readonly Candidate[];
  /** Rows of `segment_contacts` about people who were checked before, which these results replace. */
  readonly replacedIds: readonly number[];
  /** Everybody included, with those from before, best first. */
  readonly ranking: readonly PersonRef[];
}

interface KnownPeople {
  /** By contact. */
  readonly owned: ReadonlyMap<string, { readonly email: FoundEmail | null; readonly isFresh: boolean }>;
  readonly hasSuppressions: boolean;
  /** Included by the persona, by company, best first. */
  readonly included: ReadonlyMap<string, readonly PersonRef[]>;
  /** Ids of rows about people whom the persona did not include, by company. */
  readonly checked: ReadonlyMap<string, readonly number[]>;
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
  const domains = await readDomains(search, [...candidates.keys()], known);
  const lookUp = (people: readonly Candidate[]) => lookUpPeople(search, people, { known, domains, lookUps });
  if (provider.hasFreeLookUps) await lookUp([...candidates.values()].flat());
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
        added: walk.included.map((candidate) => ({
          ...candidate,
          found: emailOf(lookUps.get(candidate.contactId)),
          domain: domains.get(companyId) ?? null,
        })),
        checked: walk.checked,
        replacedIds: known.checked.get(companyId) ?? [],
        ranking: rankAll(ranked, before, walk.included),
      });
    }
    await lookUp(needed);
    open = undecided;
  }
  return companyIds.flatMap((companyId) => findings.get(companyId) ?? []);
}

/** The domains of companies, if the account's list of whom not to contact may name them. */
async function readDomains(
  { warehouse, signal }: Search,
  companyIds: readonly string[],
  { hasSuppressions: isNeeded }: KnownPeople,
): Promise<ReadonlyMap<string, string>> {
  if (!isNeeded) return new Map();
  const companies = await readCompanyNames(warehouse, companyIds, { lane: 'jobs', signal });
  return new Map([...companies].map(([id, { domain }]) => [id, domain]));
}

/** Looks people up, unless it is known who owns them and their e-mail was verified of late. */
async function lookUpPeople(
  { provider, signal, db, clientId }: Search,
  people: readonly Candidate[],
  parts: {
    readonly known: KnownPeople;
    readonly domains: ReadonlyMap<string, string>;
    readonly lookUps: Map<string, LookUp>;
  },
): Promise<void> {
  if (people.length === 0) return;
  const { known, domains, lookUps } = parts;
  const isKnown = ({ contactId }: Candidate) => known.owned.get(contactId)?.isFresh === true;
  const emails = await provider.lookUpEmails(
    people.filter((person) => person.email === undefined && !isKnown(person)),
    signal,
  );
  const found = people.map((person) => {
    const { contactId, companyId, personUrl } = person;
    const lookedUp = person.email === undefined ? emails.get(contactId) : person.email;
    const result = (isKnown(person) ? known.owned.get(contactId)?.email : lookedUp) ?? null;
    return { contactId, personUrl, result, email: result?.email ?? null, domain: domains.get(companyId) ?? null };
  });
  const leftOut = await db.asClient(clientId, (tx) => findLeftOut(tx, clientId, found), { readOnly: true });
  for (const { contactId, result } of found) lookUps.set(contactId, leftOut.has(contactId) ? 'LEFT_OUT' : result);
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
  { clientId, persona, hasFindings }: Search,
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
  const found = hasFindings
    ? await readFindings(tx, { clientId, persona }, isAtCompany(segmentContacts.companyId))
    : [];
  const included = found.filter(({ status }) => status === 'INCLUDED');
  const checked = found.filter(({ status }) => status !== 'INCLUDED');
  return {
    hasSuppressions: await hasSuppressions(tx, clientId),
    owned: new Map(
      owned.map(({ contactId, email, status, isFresh }) => [contactId, { email: toFound(email, status), isFresh }]),
    ),
    included: Map.groupBy(included, ({ companyId }) => companyId),
    checked: new Map(
      [...Map.groupBy(checked, ({ companyId }) => companyId)].map(([id, rows]) => [id, rows.map((row) => row.id)]),
    ),
  };
}

function readFindings(tx: Transaction, { clientId, persona }: Pick<Search, 'clientId' | 'persona'>, isAtCompany: SQL) {
  // For the index by company.
  const ofSegment = and(eq(segmentContacts.clientId, clientId), eq(segmentContacts.segmentId, persona.segmentId));
  const ofPersona = and(
    eq(segmentContacts.personaId, persona.id),
    inArray(segmentContacts.inclusionStatus, ['INCLUDED', 'CANDIDATE_CHECKED_NOT_INCLUDED']),
  );
  return tx
    .select({
      id: segmentContacts.id,
      contactId: segmentContacts.contactId,
      companyId: segmentContacts.companyId,
      status: segmentContacts.inclusionStatus,
    })
    .from(segmentContacts)
    .where(and(ofSegment, ofPersona, isAtCompany))
    .orderBy(segmentContacts.companyId, segmentContacts.rank);
}

function toFound(email: string | null, status: string | null): FoundEmail | null {
  if (email === null || email === '') return null;
  return { email, status: status === 'verified' || status === 'invalid' ? status : 'other' };
}
