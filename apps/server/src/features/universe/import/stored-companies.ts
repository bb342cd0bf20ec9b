import { type Sql, sql, texts, uints, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { readTable } from '../universe-table.ts';
import type { CompanyContent } from './company-record.ts';

/** Ids and hashes are decimal texts. */
export interface StoredCompany {
  companyId: string;
  domain: string;
  linkedInId: string;
  content: CompanyContent;
  importHash: string;
  contentHash: string;
  firstSeenAt: string;
  isDomainLive: boolean | null;
  version: number;
}

const nullableNumber = z.number().nullable();
const labels = z.array(z.string());

const storedRow = z.object({
  company_id: z.string(),
  domain: z.string(),
  linked_in_id: z.string(),
  name: z.string(),
  website: z.string(),
  short_description: z.string(),
  description: z.string(),
  industry: z.string(),
  subindustry: z.string(),
  industry_scheme: z.string(),
  categories: labels,
  tags: labels,
  employee_count: nullableNumber,
  employee_count_min: nullableNumber,
  employee_count_max: nullableNumber,
  founded_year: nullableNumber,
  founded_year_basis: z.string(),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  status: z.string(),
  ticker: z.string(),
  exchange: z.string(),
  market_cap_class: z.string(),
  revenue_usd: nullableNumber,
  stage: z.string(),
  batch: z.string(),
  is_hiring: z.boolean().nullable(),
  is_nonprofit: z.boolean().nullable(),
  former_names: labels,
  source: z.string(),
  sources: labels,
  source_url: z.string(),
  as_of: z.string().nullable(),
  import_hash: z.string(),
  content_hash: z.string(),
  first_seen_at: z.string(),
  is_domain_live: z.boolean().nullable(),
  version: z.coerce.number(),
});
const fundingRow = z.object({
  company_id: z.string(),
  total_funding_usd: nullableNumber,
  as_of: z.string().nullable(),
});
const technologiesRow = z.object({ company_id: z.string(), technologies: labels });
const briefRow = storedRow.pick({ company_id: true, domain: true, linked_in_id: true, import_hash: true });

/** The columns that tell if the rest of a company must be read. */
export type BriefCompany = z.infer<typeof briefRow>;

const JOB = { lane: 'jobs' } as const;
const withIds = (ids: readonly string[]): Sql => sql`company_id IN ${uints(ids)}`;

export async function readBrief(warehouse: Warehouse, ids: readonly string[]): Promise<Map<string, BriefCompany>> {
  if (ids.length === 0) return new Map();
  const rows = await warehouse.rows(
    sql`SELECT company_id, domain, linked_in_id, import_hash FROM ${readTable('companies')} WHERE ${withIds(ids)}`,
    briefRow,
    JOB,
  );
  return new Map(rows.map((row) => [row.company_id, row]));
}

/** Leaves out synthetic funding and technologies, which real ones replace. */
export async function readStored(warehouse: Warehouse, ids: readonly string[]): Promise<Map<string, StoredCompany>> {
  if (ids.length === 0) return new Map();
  const columns = sql`* EXCEPT (refreshed_at, is_synthetic)`;
  const [rows, funding, technologies] = await Promise.all([
    warehouse.rows(sql`SELECT ${columns} FROM ${readTable('companies')} WHERE ${withIds(ids)}`, storedRow, JOB),
    warehouse.rows(
      sql`SELECT company_id, total_funding_usd, as_of FROM ${readTable('funding')} WHERE ${withIds(ids)} AND NOT is_synthetic`,
      fundingRow,
      JOB,
    ),
    warehouse.rows(
      sql`SELECT company_id, technologies FROM ${readTable('technographics')} WHERE ${withIds(ids)} AND NOT is_synthetic`,
      technologiesRow,
      JOB,
    ),
  ]);
  const fundingOf = new Map(funding.map((row) => [row.company_id, row]));
  const technologiesOf = new Map(technologies.map((row) => [row.company_id, row.technologies]));
  const stored = rows.map((row): [string, StoredCompany] => {
    const {
      company_id,
      domain,
      linked_in_id,
      import_hash,
      content_hash,
      first_seen_at,
      is_domain_live,
      version,
      ...content
    } = row;
    const money = fundingOf.get(company_id);
    return [
      company_id,
      {
        companyId: company_id,
        domain,
        linkedInId: linked_in_id,
        importHash: import_hash,
        contentHash: content_hash,
        firstSeenAt: first_seen_at,
        isDomainLive: is_domain_live,
        version,
        content: {
          ...content,
          technologies: technologiesOf.get(company_id) ?? [],
          total_funding_usd: money?.total_funding_usd ?? null,
          funding_as_of: money?.as_of ?? null,
        },
      },
    ];
  });
  return new Map(stored);
}

const identityRow = z.object({
  kind: z.enum(['domain', 'linkedin', 'alias']),
  value: z.string(),
  company_id: z.string(),
});

export interface NamedCompany {
  companyId: string;
  isAlias: boolean;
}

export interface KnownIdentities {
  /** Primary domains and aliases. */
  byDomain: Map<string, NamedCompany>;
  byLinkedIn: Map<string, string>;
  /** LinkedIn ids that staff set, by domain. */
  overrides: Map<string, string>;
}

/** Merged companies have the id of the company that they were merged into. */
export async function readIdentities(
  warehouse: Warehouse,
  domains: readonly string[],
  linkedInIds: readonly string[],
): Promise<KnownIdentities> {
  const overrides = new Map<string, string>();
  if (domains.length > 0) {
    const rows = await warehouse.rows(
      sql`SELECT domain, linked_in_id FROM ${readTable('domain_overrides')} WHERE domain IN ${texts(domains)} AND NOT is_removed`,
      z.object({ domain: z.string(), linked_in_id: z.string() }),
      JOB,
    );
    for (const row of rows) overrides.set(row.domain, row.linked_in_id);
  }
  const pages = [...new Set([...linkedInIds, ...overrides.values()])];
  const known: KnownIdentities = { byDomain: new Map(), byLinkedIn: new Map(), overrides };
  if (domains.length + pages.length === 0) return known;
  const rows = await warehouse.rows(
    sql`SELECT kind, value, if(survivor = 0, id, survivor) AS company_id FROM (
        SELECT kind, value, company_id AS id FROM ${readTable('identities')}
        WHERE (kind IN ('domain', 'alias') AND value IN ${texts(domains)}) OR (kind = 'linkedin' AND value IN ${texts(pages)})
      ) AS named
      GLOBAL LEFT JOIN (SELECT company_id AS merged_id, merged_into AS survivor FROM ${readTable('merged_companies')}) AS merged
        ON merged.merged_id = named.id`,
    identityRow,
    JOB,
  );
  for (const { kind, value, company_id } of rows) {
    if (kind === 'linkedin') known.byLinkedIn.set(value, company_id);
    // A primary domain wins over another company's alias.
    else if (kind === 'domain' || !known.byDomain.has(value)) {
      known.byDomain.set(value, { companyId: company_id, isAlias: kind === 'alias' });
    }
  }
  return known;
}
