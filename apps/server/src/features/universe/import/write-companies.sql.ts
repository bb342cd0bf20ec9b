import { ident, instant, join, type Sql, sql } from '@quarry/clickhouse';
import { companies } from '../blocks/companies-table.ts';
import { UNIVERSE } from '../universe-table.ts';
import { CONTENT_FIELDS } from './company-record.ts';
import { contentColumns, scratch } from './scratch-tables.ts';

const into = (table: 'companies' | 'identities' | 'funding' | 'technographics') => ident(UNIVERSE, table);

const NEW_ROWS = sql`${scratch('rows')} WHERE row GLOBAL IN (SELECT row FROM ${scratch('plain_rows')} WHERE is_new)`;
const CHANGED = sql`${scratch('merged')} WHERE created_rows + updated_rows > 0`;

/** Assigns their names to the new companies of the batch. */
export const insertNewClaims: Sql = sql`
  INSERT INTO ${scratch('claims')} (kind, value, company_id)
  SELECT name.1, name.2, new_id
  FROM (
    SELECT new_id, arrayJoin(arrayConcat(
      if(domain = '', [], [('domain', domain)]),
      if(linked_in_id = '', [], [('linkedin', linked_in_id)]),
      arrayMap(alias -> ('alias', alias), arrayDistinct(aliases)))) AS name
    FROM ${NEW_ROWS})`;

export const insertIdentities: Sql = sql`
  INSERT INTO ${into('identities')} (kind, value, company_id) SELECT kind, value, company_id FROM ${scratch('claims')}`;

const FUNDING = sql`
  SELECT new_id AS company_id, total_funding_usd, funding_as_of, toUInt64(1) AS version
  FROM ${NEW_ROWS} AND (isNotNull(total_funding_usd) OR isNotNull(funding_as_of))
  UNION ALL
  SELECT company_id, total_funding_usd, funding_as_of, version FROM ${CHANGED} AND has_new_funding`;

export const insertFunding: Sql = sql`
  INSERT INTO ${into('funding')} (company_id, total_funding_usd, as_of, version) ${FUNDING}`;

const TECHNOGRAPHICS = sql`
  SELECT new_id AS company_id, technologies, technologies AS all_time, length(technologies), as_of, toUInt64(1) AS version
  FROM ${NEW_ROWS} AND notEmpty(technologies)
  UNION ALL
  SELECT company_id, technologies, technologies, length(technologies), as_of, version
  FROM ${CHANGED} AND has_new_technologies`;

export const insertTechnographics: Sql = sql`
  INSERT INTO ${into('technographics')} (company_id, technologies, all_time, technology_count, last_seen, version)
  ${TECHNOGRAPHICS}`;

const OWN_FIELDS = CONTENT_FIELDS.filter(
  (field) => field !== 'technologies' && field !== 'total_funding_usd' && field !== 'funding_as_of',
);

const COMPUTED = Object.entries(companies.columns).flatMap(([name, { materialized }]) =>
  materialized === undefined ? [] : [{ name: ident(name), value: materialized }],
);

/**
 * Computes what the engine would compute by itself: of a condition it would compute both branches for every row, which
 * takes longer than everything else about it. Needs `insert_allow_materialized_columns`.
 */
export const insertCompanies = (now: Date): Sql => {
  const refreshed = sql`ifNull(toDateTime64(as_of, 3, 'UTC'), ${instant(now)})`;
  const own = contentColumns(OWN_FIELDS);
  const computed = join(COMPUTED.map(({ value }) => value));
  return sql`
    INSERT INTO ${into('companies')} (company_id, domain, linked_in_id, ${own},
      is_domain_live, first_seen_at, refreshed_at, import_hash, version, ${join(COMPUTED.map(({ name }) => name))})
    SELECT new_id, domain, linked_in_id, ${own}, NULL, ${instant(now)}, ${refreshed}, row_hash, 1, ${computed}
    FROM ${NEW_ROWS}
    UNION ALL
    SELECT company_id, domain, linked_in_id, ${own}, is_domain_live, first_seen_at, ${refreshed}, import_hash, version,
      ${computed}
    FROM ${CHANGED}`;
};

export const insertSeen: Sql = sql`
  INSERT INTO ${scratch('seen')} (company_id)
  SELECT company_id FROM ${scratch('plain_rows')} UNION ALL SELECT company_id FROM ${scratch('resolved')}`;

/** The rows by what the batch does with them. */
export const countRows: Sql = sql`
  SELECT toUInt32(sum(created)) AS created, toUInt32(sum(updated)) AS updated, toUInt32(sum(unchanged)) AS unchanged
  FROM (
    SELECT countIf(is_new) AS created, 0 AS updated, countIf(NOT is_new) AS unchanged
    FROM ${scratch('plain_rows')}
    WHERE row GLOBAL NOT IN (SELECT row FROM ${scratch('resolved')})
    UNION ALL
    SELECT sum(created_rows), sum(updated_rows), sum(unchanged_rows) FROM ${scratch('merged')})`;

/** The blocks that imports write, each with the companies of the batch and the versions that their rows get. */
export const WRITTEN: Readonly<Record<'companies' | 'funding' | 'technographics', Sql>> = {
  companies: sql`
    SELECT new_id AS company_id, toUInt64(1) AS version FROM ${NEW_ROWS}
    UNION ALL SELECT company_id, version FROM ${CHANGED}`,
  funding: FUNDING,
  technographics: TECHNOGRAPHICS,
};
