import { ident, inline, localTable, onCluster, type Sql, sql, type Topology, text, uint } from '@quarry/clickhouse';
import { readTable, UNIVERSE } from '#server/features/universe/universe-table.ts';

/** Adds the companies of a range to those that a run keeps. `companies` selects `company_id`. */
export const insertFrozen = (run: number, companies: Sql): Sql => sql`
  INSERT INTO ${ident(UNIVERSE, 'frozen_estimates')} (run, company_id, version)
  SELECT ${uint(run)} AS run, company_id, 1 AS version FROM (${companies})`;

/** The companies that a run kept, merged ones as their survivors: `company_id`. */
const keptCompanies = (run: number): Sql => sql`
  SELECT DISTINCT if(merge.merged_into = 0, kept.company_id, merge.merged_into) AS company_id
  FROM (SELECT company_id FROM ${readTable('frozen_estimates')} WHERE run = ${uint(run)}) AS kept
  GLOBAL LEFT JOIN (SELECT company_id, merged_into FROM ${readTable('merged_companies')}) AS merge
    ON merge.company_id = kept.company_id`;

/**
 * One row: how many companies of a range match now (`now`), were kept (`kept`), `came` and `went`, with the ids of some
 * of them. `companies` selects those that match now.
 */
export const compareFrozen = (run: number, companies: Sql, range: Sql, sample: number): Sql => sql`
  SELECT
    toUInt32(countIf(is_now)) AS now,
    toUInt32(countIf(was_kept)) AS kept,
    toUInt32(countIf(is_now AND NOT was_kept)) AS came,
    toUInt32(countIf(was_kept AND NOT is_now)) AS went,
    groupArrayIf(${uint(sample)})(toString(company_id), is_now AND NOT was_kept) AS came_ids,
    groupArrayIf(${uint(sample)})(toString(company_id), was_kept AND NOT is_now) AS went_ids
  FROM (
    SELECT company_id, max(is_now) AS is_now, max(was_kept) AS was_kept
    FROM (
      SELECT company_id, true AS is_now, false AS was_kept FROM (${companies})
      UNION ALL
      SELECT company_id, false AS is_now, true AS was_kept FROM (${keptCompanies(run)}) WHERE ${range}
    )
    GROUP BY company_id
  )`;

/** The runs that have rows: `run`. */
export const keptRuns: Sql = sql`SELECT DISTINCT toString(run) AS run FROM ${ident(UNIVERSE, 'frozen_estimates')}`;

export const countFrozen = (run: number): Sql => sql`
  SELECT toUInt32(count()) AS count FROM ${readTable('frozen_estimates')} WHERE run = ${uint(run)}`;

/** Each run has a partition of its own. */
export function dropFrozen(topology: Topology, run: string): Sql {
  const table = localTable(topology, { database: UNIVERSE, name: 'frozen_estimates' });
  return inline(sql`ALTER TABLE ${table}${onCluster(topology)} DROP PARTITION ID ${text(run)}`);
}
