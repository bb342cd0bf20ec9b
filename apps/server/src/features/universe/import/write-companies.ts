import type { Warehouse } from '@quarry/clickhouse';
import type { Identity } from '../company-id.ts';
import { UNIVERSE } from '../universe-table.ts';
import type { StoredCompany } from './stored-companies.ts';

export interface BatchChanges {
  companies: readonly StoredCompany[];
  identities: readonly (Identity & { companyId: string })[];
  /** Ids of the companies whose funding or technologies changed. */
  funding: ReadonlySet<string>;
  technologies: ReadonlySet<string>;
}

const JOB = { lane: 'jobs' } as const;

/**
 * Writes companies last: an interrupted batch leaves identities and details without a company, and importing the same
 * rows again completes it.
 */
export async function writeCompanies(warehouse: Warehouse, changes: BatchChanges, now: Date): Promise<void> {
  const { companies, identities } = changes;
  const into = (table: string) => ({ database: UNIVERSE, table });
  if (identities.length > 0) {
    await warehouse.insert(
      into('identities'),
      identities.map(({ kind, value, companyId }) => ({ kind, value, company_id: companyId })),
      JOB,
    );
  }
  const withFunding = companies.filter((company) => changes.funding.has(company.companyId));
  if (withFunding.length > 0) {
    await warehouse.insert(
      into('funding'),
      withFunding.map(({ companyId, content, version }) => ({
        company_id: companyId,
        total_funding_usd: content.total_funding_usd,
        as_of: content.funding_as_of,
        version,
      })),
      JOB,
    );
  }
  const withTechnologies = companies.filter((company) => changes.technologies.has(company.companyId));
  if (withTechnologies.length > 0) {
    await warehouse.insert(
      into('technographics'),
      withTechnologies.map(({ companyId, content, version }) => ({
        company_id: companyId,
        technologies: content.technologies,
        all_time: content.technologies,
        technology_count: content.technologies.length,
        last_seen: content.as_of,
        version,
      })),
      JOB,
    );
  }
  if (companies.length > 0)
    await warehouse.insert(
      into('companies'),
      companies.map((company) => companyRow(company, now)),
      JOB,
    );
}

function companyRow(company: StoredCompany, now: Date): Record<string, unknown> {
  const { technologies: _technologies, total_funding_usd: _money, funding_as_of: _day, ...own } = company.content;
  return {
    ...own,
    company_id: company.companyId,
    domain: company.domain,
    linked_in_id: company.linkedInId,
    is_domain_live: company.isDomainLive,
    refreshed_at: own.as_of === null ? now.toISOString() : `${own.as_of}T00:00:00.000Z`,
    first_seen_at: company.firstSeenAt,
    content_hash: company.contentHash,
    import_hash: company.importHash,
    version: company.version,
  };
}
