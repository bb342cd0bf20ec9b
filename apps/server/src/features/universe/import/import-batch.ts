import type { Warehouse } from '@quarry/clickhouse';
import { companyId } from '../company-id.ts';
import { resolveIdentity } from '../resolve-identity.ts';
import { type CompanyRecord, EMPTY_CONTENT } from './company-record.ts';
import { contentHash, importHash } from './content-hash.ts';
import { IdSet } from './id-set.ts';
import { mergeContent, modeOf } from './merge-content.ts';
import { NameBook } from './name-book.ts';
import { type BriefCompany, readBrief, readIdentities, readStored, type StoredCompany } from './stored-companies.ts';
import { type BatchChanges, writeCompanies } from './write-companies.ts';

/** What became of the rows of a batch. */
interface BatchCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows whose domain and LinkedIn page do not agree with what is known; the known link stayed. */
  conflicts: number;
}

/** One import, which takes rows batch by batch and in order. */
export interface ImportRun {
  importBatch(records: readonly CompanyRecord[]): Promise<BatchCounts>;
}

interface Draft {
  company: StoredCompany;
  isDirty: boolean;
}

/**
 * Starts an import. Within one run the first row about a company brings its values, and later rows about the same one
 * only fill what is empty, so that importing a file again changes nothing, whatever it repeats. A dry run writes
 * nothing; rows about a company that the same file would create count as unchanged then.
 */
export function startImport(warehouse: Warehouse, options: { isDryRun: boolean; now: Date }): ImportRun {
  const seen = new IdSet();
  const names = new NameBook();
  return {
    async importBatch(records) {
      const domains = distinct(records.flatMap((record) => [record.domain, ...record.aliases]));
      const pages = distinct(records.map((record) => record.linkedInId));
      names.startBatch(await readIdentities(warehouse, domains, pages), options.isDryRun);
      const expected = distinct(records.flatMap((record) => candidateIds(names, record)));
      const brief = await readBrief(warehouse, expected);
      const unread = records.filter((record) => !isSettled(names, brief, record));
      const stored = await readStored(warehouse, distinct(unread.flatMap((record) => candidateIds(names, record))));
      const batch = new Batch(warehouse, { names, seen, expected: new Set(expected), brief, stored, ...options });
      for (const record of records) await batch.take(record);
      if (!options.isDryRun) await writeCompanies(warehouse, batch.changes, options.now);
      return batch.counts;
    },
  };
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values)].filter((value) => value !== null);
}

/** Ids that the row may turn out to mean: those its names have, and the one it would get as a new company. */
function candidateIds(names: NameBook, record: CompanyRecord): string[] {
  const page = names.overrideOf(record.domain) ?? record.linkedInId;
  const known = [names.ofLinkedIn(page), names.ofDomain(record.domain)?.companyId].filter((id) => id !== undefined);
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

/** Whether the latest change of the row's company came from this very row, so that nothing is left to do. */
function isSettled(names: NameBook, brief: ReadonlyMap<string, BriefCompany>, record: CompanyRecord): boolean {
  const [id, other] = distinct(candidateIds(names, record));
  if (id === undefined || other !== undefined) return false;
  if (record.domain !== null && names.ofDomain(record.domain) === undefined) return false;
  if (record.aliases.some((alias) => names.ofDomain(alias) === undefined)) return false;
  return brief.get(id)?.import_hash === String(importHash(record, 'newer'));
}

interface BatchContext {
  names: NameBook;
  seen: IdSet;
  /** The companies that the rows were thought to mean before the first was taken. */
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

  /** What the rows so far change. */
  get changes(): BatchChanges {
    const companies = [...this.#drafts.values()].filter((draft) => draft.isDirty).map((draft) => draft.company);
    const { names } = this.#context;
    return { companies, identities: names.added, funding: this.#funding, technologies: this.#technologies };
  }

  /** Takes the next row. */
  async take(record: CompanyRecord): Promise<void> {
    const { names, seen, brief } = this.#context;
    const resolved = await this.#resolve(record);
    if (resolved.isConflict) this.counts.conflicts += 1;
    const { id } = resolved;
    const isFirst = !seen.has(BigInt(id));
    seen.add(BigInt(id));
    if (!this.#drafts.has(id) && isSettled(names, brief, record)) {
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
    const { names } = this.#context;
    const override = names.overrideOf(record.domain);
    const linkedInId = override ?? record.linkedInId;
    const byLinkedIn = names.ofLinkedIn(linkedInId) ?? null;
    const byDomain = names.ofDomain(record.domain);
    const differ = byLinkedIn !== null && byDomain !== undefined && byLinkedIn !== byDomain.companyId;
    const { companyId: id, loser } = resolveIdentity({
      override,
      byLinkedIn,
      byDomain: byDomain?.companyId ?? null,
      isAlias: byDomain?.isAlias ?? false,
      linkedInNamesBoth: differ && (await this.#namesBoth(byLinkedIn, record.domain, linkedInId)),
    });
    return { id: id ?? (await this.#freeId(record)), linkedInId, isConflict: loser !== null };
  }

  async #namesBoth(id: string, domain: string | null, linkedInId: string | null): Promise<boolean> {
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

  /** The company as it stands after the rows so far; null where it is new. */
  async #draft(id: string): Promise<Draft | null> {
    const { stored, brief, expected } = this.#context;
    const draft = this.#drafts.get(id);
    if (draft !== undefined) return draft;
    // Rows of this batch can lead to companies that were not expected when it was read.
    const isUnread = brief.has(id) || !expected.has(id);
    const company = stored.get(id) ?? (isUnread ? (await readStored(this.#warehouse, [id])).get(id) : undefined);
    if (company === undefined) return null;
    const found = { company, isDirty: false };
    this.#drafts.set(id, found);
    return found;
  }

  #merge(record: CompanyRecord, id: string, draft: Draft | null, isFirst: boolean, linkedInId: string | null): void {
    const before = draft?.company ?? blank(id, this.#context.now);
    const mode = modeOf(before.content, record.content, isFirst);
    const names = this.#name(record, before, linkedInId);
    const content = mergeContent(before.content, record.content, mode);
    const hash = String(contentHash(names.domain, names.linkedInId, content));
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
      ...names,
      content,
      contentHash: hash,
      importHash: String(importHash(record, mode)),
      // Several rows of one batch make one new version.
      version: draft?.isDirty === true ? before.version : before.version + 1,
    };
    this.#drafts.set(id, { company, isDirty: true });
  }

  /** Gives the row's names to its company, as far as they are free. */
  #name(
    record: CompanyRecord,
    company: StoredCompany,
    linkedInId: string | null,
  ): { domain: string; linkedInId: string } {
    const { names } = this.#context;
    const result = { domain: company.domain, linkedInId: company.linkedInId };
    if (record.domain !== null) {
      const owner = names.ofDomain(record.domain);
      if (owner === undefined) {
        const kind = company.domain === '' ? 'domain' : 'alias';
        names.add(kind, record.domain, company.companyId);
      }
      const isOwn = owner === undefined || (owner.companyId === company.companyId && !owner.isAlias);
      if (company.domain === '' && isOwn) result.domain = record.domain;
    }
    if (linkedInId !== null) {
      const owner = names.ofLinkedIn(linkedInId);
      if (owner === undefined && company.linkedInId === '') names.add('linkedin', linkedInId, company.companyId);
      if (company.linkedInId === '' && (owner ?? company.companyId) === company.companyId)
        result.linkedInId = linkedInId;
      else if (company.linkedInId !== linkedInId) this.counts.conflicts += owner === undefined ? 1 : 0;
    }
    for (const alias of record.aliases) {
      if (names.ofDomain(alias) === undefined) names.add('alias', alias, company.companyId);
    }
    return result;
  }
}

function blank(id: string, now: Date): StoredCompany {
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
