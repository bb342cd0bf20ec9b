import { sql, uint, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { companyId } from '../company-id.ts';
import { resolveIdentity } from '../resolve-identity.ts';
import { readTable } from '../universe-table.ts';
import { type CompanyName, IdentityIndex } from './identity-index.ts';
import { candidates, insertDisturbedRows, insertKnown, known, openRowsInOrder, overrides } from './resolve-rows.sql.ts';
import { scratchTarget } from './scratch-tables.ts';

const openRow = z.object({
  row: z.number(),
  domain: z.string(),
  linked_in_id: z.string(),
  aliases: z.array(z.string()),
  new_id: z.string(),
});
type OpenRow = z.infer<typeof openRow>;

const overrideRow = z.object({ domain: z.string(), linked_in_id: z.string() });
const knownRow = z.object({ kind: z.enum(['domain', 'linkedin', 'alias']), value: z.string(), company_id: z.string() });
const candidateRow = z.object({ company_id: z.string(), domain: z.string(), linked_in_id: z.string() });

/** The names in a company's own record; '' for none. */
interface RecordNames {
  domain: string;
  linkedInId: string;
}

/**
 * Finds the company of each open row, in the order of the file, because a row can name a company for those after it.
 * Returns how many rows have a domain and LinkedIn page that contradict the stored link, which stays.
 */
export async function resolveRows(warehouse: Warehouse, signal?: AbortSignal): Promise<{ conflicts: number }> {
  const job = { lane: 'jobs', signal } as const;
  await warehouse.command(insertKnown, job);
  const [rows, names, companies, links] = await Promise.all([
    warehouse.rows(openRowsInOrder, openRow, job),
    warehouse.rows(known, knownRow, job),
    warehouse.rows(candidates, candidateRow, job),
    warehouse.rows(overrides, overrideRow, job),
  ]);
  const resolver = new Resolver(
    new IdentityIndex(names),
    new Map(companies.map((each) => [each.company_id, { domain: each.domain, linkedInId: each.linked_in_id }])),
    new Map(links.map((each) => [each.domain, each.linked_in_id])),
    async (id) => {
      const found = sql`SELECT company_id FROM ${readTable('companies')} WHERE company_id = ${uint(id)}`;
      return (await warehouse.rows(found, candidateRow.pick({ company_id: true }), job)).length > 0;
    },
  );
  const resolved: Awaited<ReturnType<Resolver['resolve']>>[] = [];
  for (const row of rows) resolved.push(await resolver.resolve(row));
  await warehouse.insert(scratchTarget('resolved'), resolved, job);
  await warehouse.insert(scratchTarget('claims'), resolver.claims, job);
  await warehouse.command(insertDisturbedRows, job);
  return { conflicts: resolver.conflicts };
}

class Resolver {
  conflicts = 0;
  readonly #identities: IdentityIndex;
  readonly #records: Map<string, RecordNames>;
  readonly #overrides: ReadonlyMap<string, string>;
  readonly #isStored: (id: string) => Promise<boolean>;

  constructor(
    identities: IdentityIndex,
    records: Map<string, RecordNames>,
    overrideOf: ReadonlyMap<string, string>,
    isStored: (id: string) => Promise<boolean>,
  ) {
    this.#identities = identities;
    this.#records = records;
    this.#overrides = overrideOf;
    this.#isStored = isStored;
  }

  /** The identities that the rows assigned. */
  get claims(): readonly (CompanyName & Record<string, unknown>)[] {
    return this.#identities.added.map((name) => ({ ...name }));
  }

  async resolve(row: OpenRow) {
    const { domain } = row;
    const override = this.#overrides.get(domain) ?? null;
    const linkedInId = override ?? row.linked_in_id;
    const byLinkedIn = this.#identities.ofLinkedIn(linkedInId) ?? null;
    const byDomain = this.#identities.ofDomain(domain);
    const own = byLinkedIn === null ? undefined : this.#records.get(byLinkedIn);
    const { companyId: found, loser } = resolveIdentity({
      override,
      byLinkedIn,
      byDomain: byDomain?.companyId ?? null,
      isAlias: byDomain?.isAlias ?? false,
      linkedInMatchHasBoth: own?.domain === domain && own.linkedInId === linkedInId,
    });
    const id = found ?? (await this.#freeId(row));
    const record = this.#records.get(id) ?? { domain: '', linkedInId: '' };
    const hasConflict = this.#claim(row, id, record, linkedInId) || loser !== null;
    if (hasConflict) this.conflicts += 1;
    return {
      row: row.row,
      company_id: id,
      named_domain: record.domain,
      named_linked_in_id: record.linkedInId,
      is_clear: !hasConflict && override === null,
    };
  }

  async #freeId({ domain, linked_in_id, new_id }: OpenRow): Promise<string> {
    const name =
      domain === '' ? { kind: 'linkedin' as const, value: linked_in_id } : { kind: 'domain' as const, value: domain };
    for (let attempt = 0; ; attempt += 1) {
      const id = String(companyId(name, attempt));
      if (!this.#records.has(id) && (id === new_id || !(await this.#isStored(id)))) return id;
    }
  }

  /**
   * Assigns the row's domain, LinkedIn id and aliases to its company if no other company has them, and changes the
   * record. True if the record has another LinkedIn id than the row, which no company has.
   */
  #claim(row: OpenRow, id: string, record: RecordNames, linkedInId: string): boolean {
    const identities = this.#identities;
    this.#records.set(id, record);
    let isContradicted = false;
    if (row.domain !== '') {
      const owner = identities.ofDomain(row.domain);
      if (owner === undefined) {
        identities.add({ kind: record.domain === '' ? 'domain' : 'alias', value: row.domain, company_id: id });
      }
      const isOwn = owner === undefined || (owner.companyId === id && !owner.isAlias);
      if (record.domain === '' && isOwn) record.domain = row.domain;
    }
    if (linkedInId !== '') {
      const owner = identities.ofLinkedIn(linkedInId);
      if (owner === undefined && record.linkedInId === '') {
        identities.add({ kind: 'linkedin', value: linkedInId, company_id: id });
      }
      if (record.linkedInId === '' && (owner ?? id) === id) record.linkedInId = linkedInId;
      else if (record.linkedInId !== linkedInId && owner === undefined) isContradicted = true;
    }
    for (const alias of row.aliases) {
      if (identities.ofDomain(alias) === undefined) identities.add({ kind: 'alias', value: alias, company_id: id });
    }
    return isContradicted;
  }
}
