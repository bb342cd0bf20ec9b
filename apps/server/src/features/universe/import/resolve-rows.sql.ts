import { ident, type Sql, sql } from '@quarry/clickhouse';
import { readTable, UNIVERSE } from '../universe-table.ts';
import { openRows } from './plain-rows.sql.ts';
import { scratch } from './scratch-tables.ts';

export const openRowsInOrder: Sql = sql`
  SELECT toUInt32(row) AS row, domain, linked_in_id, aliases, new_id
  FROM (${openRows(sql`row, domain, linked_in_id, aliases, new_id`)})
  ORDER BY row`;

/** The LinkedIn ids that staff set for domains of the open rows. */
export const overrides: Sql = sql`
  SELECT domain, linked_in_id FROM ${readTable('domain_overrides')}
  WHERE NOT is_removed AND domain GLOBAL IN (${openRows(sql`domain`)})`;

/** Merged companies have the id of the company that they were merged into. */
export const insertKnown: Sql = sql`
  INSERT INTO ${scratch('known')} (kind, value, company_id)
  SELECT kind, value, if(survivor = 0, id, survivor)
  FROM (
    SELECT kind, value, argMax(company_id, version) AS id
    FROM (
      SELECT CAST(kind AS String) AS kind, value, company_id, version FROM ${ident(UNIVERSE, 'identities')}
      UNION ALL
      SELECT kind, value, company_id, 0 AS version FROM ${scratch('claims')})
    WHERE kind = 'linkedin'
      ? value GLOBAL IN (${openRows(sql`linked_in_id`)} UNION ALL SELECT linked_in_id FROM (${overrides}))
      : value GLOBAL IN (${openRows(sql`arrayJoin(arrayPushBack(aliases, domain))`)})
    GROUP BY kind, value
  ) AS named
  GLOBAL ANY LEFT JOIN (
    SELECT company_id AS merged_id, merged_into AS survivor FROM ${readTable('merged_companies')}
  ) AS merged ON merged.merged_id = named.id`;

export const known: Sql = sql`SELECT kind, value, company_id FROM ${scratch('known')}`;

/** The names that the possible companies of the open rows have now. */
export const candidates: Sql = sql`
  SELECT company_id, argMax(domain, version) AS domain, argMax(linked_in_id, version) AS linked_in_id
  FROM ${ident(UNIVERSE, 'companies')}
  WHERE company_id GLOBAL IN (SELECT company_id FROM ${scratch('known')} UNION ALL ${openRows(sql`new_id`)})
  GROUP BY company_id`;

/** Takes in the unchanged rows of the companies that other rows of the batch change. */
export const insertDisturbedRows: Sql = sql`
  INSERT INTO ${scratch('resolved')} (row, company_id, named_domain, named_linked_in_id, is_clear)
  SELECT row, company_id, '', '', true FROM ${scratch('plain_rows')}
  WHERE NOT is_new AND company_id GLOBAL IN (SELECT company_id FROM ${scratch('resolved')})`;
