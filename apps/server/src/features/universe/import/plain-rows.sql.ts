import { ident, type Sql, sql } from '@quarry/clickhouse';
import { identityHash, nameHash } from '../name-hash.ts';
import { readTable, UNIVERSE } from '../universe-table.ts';
import { scratch } from './scratch-tables.ts';

/** The links between domains and LinkedIn ids that staff set. */
const OVERRIDES = sql`${readTable('domain_overrides')} WHERE NOT is_removed`;
const OVERRIDDEN = sql`SELECT domain FROM ${OVERRIDES}`;

/** The newest rows of a table come first: during an import, FINAL would merge its many parts on every read. */
const companies = ident(UNIVERSE, 'companies');
const identities = ident(UNIVERSE, 'identities');

/** The rows that were not found plain so far. */
export const openRows = (columns: Sql): Sql =>
  sql`SELECT ${columns} FROM ${scratch('rows')} WHERE row GLOBAL NOT IN (SELECT row FROM ${scratch('plain_rows')})`;

/**
 * Finds the rows that brought the latest change of their company: merging them again would change nothing. Only rows
 * whose names all belong to that company leave their hash, so it also tells the company.
 */
export const insertUnchangedRows: Sql = sql`
  INSERT INTO ${scratch('plain_rows')} (row, company_id, is_new)
  SELECT row, company_id, false
  FROM ${scratch('rows')} AS row
  GLOBAL ANY INNER JOIN (
    SELECT company_id, argMax(import_hash, version) AS row_hash
    FROM ${companies}
    WHERE company_id GLOBAL IN (
        SELECT company_id FROM ${companies}
        WHERE import_hash GLOBAL IN (SELECT row_hash FROM ${scratch('rows')}))
      AND company_id GLOBAL NOT IN (SELECT company_id FROM ${readTable('merged_companies')})
    GROUP BY company_id
  ) AS company USING (row_hash)
  WHERE domain GLOBAL NOT IN (${OVERRIDDEN})`;

const openNames = openRows(sql`arrayJoin(names)`);

/**
 * Finds the rows about new companies: none of their names is stored or occurs in another row of the batch. Names are
 * compared by hash; a row that is missed because two hashes are equal is resolved like any other. So is one
 * with a page that staff linked to another domain: a row with that domain may be about the same company.
 */
export const insertNewRows: Sql = sql`
  INSERT INTO ${scratch('plain_rows')} (row, company_id, is_new)
  SELECT row, new_id, true
  FROM (${openRows(sql`row, domain, new_id`)})
  WHERE new_id != 0
    AND domain GLOBAL NOT IN (${OVERRIDDEN})
    AND row GLOBAL NOT IN (
      SELECT row
      FROM (${openRows(sql`row, arrayJoin(names) AS name`)})
      WHERE name GLOBAL IN (
        SELECT name FROM (${openRows(sql`arrayJoin(names) AS name`)}) GROUP BY name HAVING count() > 1
        UNION ALL
        SELECT ${nameHash('linkedin', sql`linked_in_id`)} AS name FROM ${OVERRIDES}
        UNION ALL
        SELECT company_id FROM ${companies} WHERE company_id GLOBAL IN (${openRows(sql`new_id`)})
        UNION ALL
        SELECT name_hash AS name FROM ${identities} WHERE name_hash GLOBAL IN (${openNames})
        UNION ALL
        SELECT ${identityHash} AS name FROM ${scratch('claims')} WHERE name GLOBAL IN (${openNames})))`;
