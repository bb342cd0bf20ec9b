import { type Sql, sql, uint } from '@quarry/clickhouse';
import type { CriteriaGroup } from '@quarry/contracts';
import { candidates, rankedCandidates } from '../people/candidates.sql.ts';

export interface PreviewQuery {
  readonly groups: readonly CriteriaGroup[];
  /** The segment's companies, as a statement of `company_id`. */
  readonly companies: Sql;
  readonly limit: number;
  readonly offset: number;
}

const isAmong = (companies: Sql): Sql => sql`company_id GLOBAL IN (${companies})`;

/** Counts the candidates and their companies. */
export function countCandidates({ groups, companies }: Pick<PreviewQuery, 'groups' | 'companies'>): Sql {
  return sql`SELECT toUInt32(count()) AS contacts, toUInt32(uniqExact(company_id)) AS companies
    FROM ${candidates(groups, isAmong(companies))}`;
}

/** People, the best of each company before the second of any. */
export function previewedPeople({ groups, companies, limit, offset }: PreviewQuery): Sql {
  return sql`SELECT toString(company_id) AS companyId, raw_name, person_url, position, toString(seniority) AS seniority,
      toString(country) AS country, toUInt32(group_at + 1) AS group
    FROM ${rankedCandidates(groups, isAmong(companies), sql`0`)}
    ORDER BY place, company_id
    LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
}

/** Companies with or without candidates. */
export function previewedCompanies({ groups, companies, limit, offset }: PreviewQuery, hasCandidates: boolean): Sql {
  const withCandidates = sql`SELECT company_id FROM ${candidates(groups, isAmong(companies))}`;
  const condition = hasCandidates ? sql`GLOBAL IN` : sql`GLOBAL NOT IN`;
  return sql`SELECT toString(company_id) AS companyId
    FROM (${companies})
    WHERE company_id ${condition} (${withCandidates})
    ORDER BY company_id
    LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
}
