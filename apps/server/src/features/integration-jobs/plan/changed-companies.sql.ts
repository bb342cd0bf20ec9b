import { ident, join, type Sql, sql, text, uint } from '@quarry/clickhouse';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { planTable } from './plan-table.ts';
import { HAS_LEFT, syncedCompaniesTable } from './synced-companies.ts';

/** Which companies a plan takes. */
export interface CompanySelection {
  /** The companies that the sync is about. */
  readonly isInScope: Sql;
  /** Without those that are in the CRM as they are here. */
  readonly onlyChanged: boolean;
  /** With those that were synced and are no longer in scope. */
  readonly withLeaving: boolean;
}

/** What decides whether a company has changed: its values, and the salt with the fields that they are written to. */
export interface HashedFields {
  readonly salt: string;
  readonly columns: readonly Sql[];
}

/** A hash of what is sent of a company; never one of those that say something else. */
export function companyHash({ salt, columns }: HashedFields): Sql {
  return sql`greatest(sipHash64(tuple(${join([text(salt), ...columns])})), 2)`;
}

/**
 * Writes the companies that a job has to look at, by one statement over the current version. Aliases begin with `__sync`
 * because a client may have a column of any other name.
 */
export function planCompanies(
  target: { readonly clientName: string; readonly jobId: string; readonly integrationId: string },
  dataset: Pick<Dataset, 'table'>,
  fields: HashedFields,
  { isInScope, onlyChanged, withLeaving }: CompanySelection,
): Sql {
  const plan = planTable(target.clientName, target.jobId);
  const synced = syncedCompaniesTable(target.clientName);
  const isDue = onlyChanged ? sql`__sync_in_scope AND last.hash != __sync_hash` : sql`__sync_in_scope`;
  const isLeaving = sql`NOT __sync_in_scope AND last.hash > ${uint(HAS_LEFT)}`;
  const isTaken = withLeaving ? sql`(${isDue}) OR (${isLeaving})` : isDue;
  return sql`INSERT INTO ${ident(plan.database, plan.name)} (record_type, company_id, contact_id, domain, hash, is_leaving)
    SELECT 'company', __sync_id, '', __sync_domain, toString(__sync_hash), NOT __sync_in_scope
    FROM (
      SELECT
        __company_id AS __sync_id,
        __domain AS __sync_domain,
        ${companyHash(fields)} AS __sync_hash,
        toBool(${isInScope}) AS __sync_in_scope
      FROM ${dataset.table()}
      ${withLeaving ? sql`` : sql`WHERE ${isInScope}`}) AS current
    GLOBAL LEFT JOIN (
      SELECT company_id, hash, is_disabled
      FROM ${ident(synced.database, synced.name)} FINAL
      WHERE integration_id = ${text(target.integrationId)}) AS last
      ON last.company_id = current.__sync_id
    WHERE (${isTaken})${onlyChanged ? sql` AND NOT last.is_disabled` : sql``}`;
}
