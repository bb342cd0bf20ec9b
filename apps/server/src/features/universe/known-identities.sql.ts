import { type Sql, sql, texts, uints } from '@quarry/clickhouse';
import { readTable } from './universe-table.ts';

/** The LinkedIn ids that staff set for domains: `domain`, `linked_in_id`. */
export const overridesOf = (domains: readonly string[]): Sql => sql`
  SELECT domain, linked_in_id FROM ${readTable('domain_overrides')} WHERE NOT is_removed AND domain IN ${texts(domains)}`;

/** The companies of names, merged ones as their survivors: `kind`, `value`, `company_id`. */
export const companiesOfNames = (domains: readonly string[], linkedInIds: readonly string[]): Sql => sql`
  SELECT CAST(named.kind AS String) AS kind, named.value AS value,
    toString(if(merge.merged_into = 0, named.company_id, merge.merged_into)) AS company_id
  FROM (
    SELECT kind, value, company_id FROM ${readTable('identities')}
    WHERE (kind = 'linkedin' AND value IN ${texts(linkedInIds)})
      OR (kind IN ('domain', 'alias') AND value IN ${texts(domains)})
  ) AS named
  GLOBAL ANY LEFT JOIN (SELECT company_id, merged_into FROM ${readTable('merged_companies')}) AS merge
    ON merge.company_id = named.company_id`;

/** The names in companies' own records: `company_id`, `name`, `domain`, `linked_in_id`. */
export const recordsOf = (companyIds: readonly string[]): Sql => sql`
  SELECT toString(company_id) AS id, name, domain, linked_in_id
  FROM ${readTable('companies')} WHERE company_id IN ${uints(companyIds)}`;
