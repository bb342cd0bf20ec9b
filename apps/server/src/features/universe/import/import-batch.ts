import type { Warehouse } from '@quarry/clickhouse';
import { companyId } from '../company-id.ts';
import { resolveIdentity } from '../resolve-identity.ts';
import { type CompanyRecord, EMPTY_CONTENT } from './company-record.ts';
import { contentHash, importHash } from './content-hash.ts';
import { IdSet } from './id-set.ts';
import { IdentityIndex } from './identity-index.ts';
import { mergeContent, modeOf } from './merge-content.ts';
import { type BriefCompany, readBrief, readIdentities, readStored, type StoredCompany } from './stored-companies.ts';
import { type BatchChanges, writeCompanies } from './write-companies.ts';

interface BatchCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows whose domain and LinkedIn page contradict the stored link, which stays. */
  conflicts: number;
}

/** One import, which receives batches in order. */
export interface ImportRun {
  importBatch(records: readonly CompanyRecord[]): Promise<BatchCounts>;
}

interface Draft {
  company: StoredCompany;
  isDirty: boolean;
}

/**
 * Starts an import. Within one run, the first row about a company brings its values and later rows only fill gaps, so
 * importing a file again changes nothing. A dry run writes nothing; in it, later rows about a company that the file
 * would create count as unchanged.
 */
export function startImport(warehouse: Warehouse, options: { isDryRun: boolean; now: Date }): ImportRun {
  const seen = new IdSet();
  const identities = new IdentityIndex();
  return {
    async importBatch(records) {
      const domains = distinct(records.flatMap((record) => [record.domain, ...record.aliases]));
      const pages = distinct(records.map((record) => record.linkedInId));
      identities.startBatch(await readIdentities(warehouse, domains, pages), options.isDryRun);
      const expected = distinct(records.flatMap((record) => candidateIds(identities, record)));
      const brief = await readBrief(warehouse, expected);
      const unread = records.filter((record) => !isUnchanged(identities, brief, record));
      const stored = await readStored(
        warehouse,
        distinct(unread.flatMap((record) => candidateIds(identities, record))),
      );
      const batch = new Batch(warehouse, { identities, seen, expected: new Set(expected), brief, stored, ...options });
      for (const record of records) await batch.add(record);
      if (!options.isDryRun) await writeCompanies(warehouse, batch.changes, options.now);
      return batch.counts;
    },
  };
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values)].filter((value) => value !== null);
}

/** The companies that the row's domain and LinkedIn id have, else the id that it would get as a new company. */
function candidateIds(identities: IdentityIndex, record: CompanyRecord): string[] {
  const page = identities.overrideOf(record.domain) ?? record.linkedInId;
  const known = [identities.ofLinkedIn(page), identities.ofDomain(record.domain)?.companyId].filter(
    (id) => id !== undefined,
  );
  return known.length > 0 ? known : [newId(record, 0)];
}

function newId(record: CompanyRecord, attempt: number): string {
  const { domain, linkedInId } = record;
  const first =
    domain === null
      ? { kind: 'linkedin' as const, value: linkedInId ?? '' }
      : { kind: 'domain' as const, value: domain };
  return String(companyId(first, attempt));
}

/** True if the latest change of the row's company came from the same row. */
function isUnchanged(
  identities: IdentityIndex,
  brief: ReadonlyMap<string, BriefCompany>,
  record: CompanyRecord,
): boolean {
  const [id, other] = distinct(candidateIds(identities, record));
  if (id === undefined || other !== undefined) return false;
  if (record.domain !== null && identities.ofDomain(record.domain) === undefined) return false;
  if (record.aliases.some((alias) => identities.ofDomain(alias) === undefined)) return false;
  return brief.get(id)?.import_hash === String(importHash(record, 'newer'));
}

interface BatchContext {
  identities: IdentityIndex;
  seen: IdSet;
  /** The candidate companies of all rows, before the first row was added. */
  expected: ReadonlySet<string>;
  brief: ReadonlyMap<string, BriefCompany>;
  stored: Map<string, StoredCompany>;
  isDryRun: boolean;
  now: Date;
}

class Batch {
  readonly counts: BatchCounts = { created: 0, updated: 0, unchanged: 0, conflicts: 0 };
  readonly #warehouse: Warehouse;
  readonly #context: BatchContext;
  readonly #drafts = new Map<string, Draft>();
  readonly #funding = new Set<string>();
  readonly #technologies = new Set<string>();

  constructor(warehouse: Warehouse, context: BatchContext) {
    this.#warehouse = warehouse;
    this.#context = context;
  }

  get changes(): BatchChanges {
    const companies = [...this.#drafts.values()].filter((draft) => draft.isDirty).map((draft) => draft.company);
    const { identities } = this.#context;
    return { companies, identities: identities.added, funding: this.#funding, technologies: this.#technologies };
  }

  async add(record: CompanyRecord): Promise<void> {
    const { identities, seen, brief } = this.#context;
    const resolved = await this.#resolve(record);
    if (resolved.isConflict) this.counts.conflicts += 1;
    const { id } = resolved;
    const isFirst = !seen.has(BigInt(id));
    seen.add(BigInt(id));
    if (!this.#drafts.has(id) && isUnchanged(identities, brief, record)) {
      this.counts.unchanged += 1;
      return;
    }
    const draft = await this.#draft(id);
    if (draft === null && this.#context.isDryRun && !isFirst) {
      this.counts.unchanged += 1;
      return;
    }
    this.#merge(record, id, draft, isFirst, resolved.linkedInId);
  }

  async #resolve(record: CompanyRecord): Promise<{ id: string; linkedInId: string | null; isConflict: boolean }> {
    const { identities } = this.#context;
    const override = identities.overrideOf(record.domain);
    const linkedInId = override ?? record.linkedInId;
    const byLinkedIn = identities.ofLinkedIn(linkedInId) ?? null;
    const byDomain = identities.ofDomain(record.domain);
    const differ = byLinkedIn !== null && byDomain !== undefined && byLinkedIn !== byDomain.companyId;
    const { companyId: id, loser } = resolveIdentity({
      override,
      byLinkedIn,
      byDomain: byDomain?.companyId ?? null,
      isAlias: byDomain?.isAlias ?? false,
      linkedInMatchHasBoth: differ && (await this.#hasBoth(byLinkedIn, record.domain, linkedInId)),
    });
    return { id: id ?? (await this.#freeId(record)), linkedInId, isConflict: loser !== null };
  }

  async #hasBoth(id: string, domain: string | null, linkedInId: string | null): Promise<boolean> {
    const company = (await this.#draft(id))?.company;
    return company !== undefined && company.domain === domain && company.linkedInId === linkedInId;
  }

  async #freeId(record: CompanyRecord): Promise<string> {
    const { brief } = this.#context;
    for (let attempt = 0; ; attempt += 1) {
      const id = newId(record, attempt);
      const isTaken =
        this.#drafts.has(id) || brief.has(id) || (attempt > 0 && (await readBrief(this.#warehouse, [id])).has(id));
      if (!isTaken) return id;
    }
  }

  /** The company after the rows so far; null if it is new. */
  async #draft(id: string): Promise<Draft | null> {
    const { stored, brief, expected } = this.#context;
    const draft = this.#drafts.get(id);
    if (draft !== undefined) return draft;
    // Rows of the batch can lead to companies that were not expected before it.
    const isUnread = brief.has(id) || !expected.has(id);
    const company = stored.get(id) ?? (isUnread ? (await readStored(this.#warehouse, [id])).get(id) : undefined);
    if (company === undefined) return null;
    const found = { company, isDirty: false };
    this.#drafts.set(id, found);
    return found;
  }

  #merge(record: CompanyRecord, id: string, draft: Draft | null, isFirst: boolean, linkedInId: string | null): void {
    const before = draft?.company ?? newCompany(id, this.#context.now);
    const mode = modeOf(before.content, record.content, isFirst);
    const identity = this.#claimIdentities(record, before, linkedInId);
    const content = mergeContent(before.content, record.content, mode);
    const hash = String(contentHash(identity.domain, identity.linkedInId, content));
    if (draft !== null && hash === before.contentHash) {
      this.counts.unchanged += 1;
      return;
    }
    if (draft === null) this.counts.created += 1;
    else this.counts.updated += 1;
    if (
      content.total_funding_usd !== before.content.total_funding_usd ||
      content.funding_as_of !== before.content.funding_as_of
    ) {
      this.#funding.add(id);
    }
    if (content.technologies.join('\n') !== before.content.technologies.join('\n')) this.#technologies.add(id);
    const company = {
      ...before,
      ...identity,
      content,
      contentHash: hash,
      importHash: String(importHash(record, mode)),
      // All rows of a batch make one new version.
      version: draft?.isDirty === true ? before.version : before.version + 1,
    };
    this.#drafts.set(id, { company, isDirty: true });
  }

  /** Assigns the row's domain, LinkedIn id and aliases to its company if no other company has them. */
  #claimIdentities(
    record: CompanyRecord,
    company: StoredCompany,
    linkedInId: string | null,
  ): { domain: string; linkedInId: string } {
    const { identities } = this.#context;
    const result = { domain: company.domain, linkedInId: company.linkedInId };
    if (record.domain !== null) {
      const owner = identities.ofDomain(record.domain);
      if (owner === undefined) {
        const kind = company.domain === '' ? 'domain' : 'alias';
        identities.add(kind, record.domain, company.companyId);
      }
      const isOwn = owner === undefined || (owner.companyId === company.companyId && !owner.isAlias);
      if (company.domain === '' && isOwn) result.domain = record.domain;
    }
    if (linkedInId !== null) {
      const owner = identities.ofLinkedIn(linkedInId);
      if (owner === undefined && company.linkedInId === '') identities.add('linkedin', linkedInId, company.companyId);
      if (company.linkedInId === '' && (owner ?? company.companyId) === company.companyId)
        result.linkedInId = linkedInId;
      else if (company.linkedInId !== linkedInId) this.counts.conflicts += owner === undefined ? 1 : 0;
    }
    for (const alias of record.aliases) {
      if (identities.ofDomain(alias) === undefined) identities.add('alias', alias, company.companyId);
    }
    return result;
  }
}

function newCompany(id: string, now: Date): StoredCompany {
  return {
    companyId: id,
    domain: '',
    linkedInId: '',
    content: EMPTY_CONTENT,
    importHash: '0',
    contentHash: '0',
    firstSeenAt: now.toISOString(),
    isDomainLive: null,
    version: 0,
  };
}
