import { bool, defineTable, ident, type Sql, sql, type TableDefinition, text, uint } from '@quarry/clickhouse';
import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { datasetDatabase } from '#server/features/datasets/table.ts';

/** The records that a job has to look at, in the order in which it does. Dropped when the job ends. */
export function planTable(clientName: string, jobId: string): TableDefinition {
  return defineTable({
    database: datasetDatabase(clientName),
    name: `sync_plan_${jobId.replaceAll('-', '')}`,
    columns: [
      { name: 'record_type', type: 'LowCardinality(String)' },
      { name: 'company_id', type: 'UInt64' },
      /** Of a contact its id, of a company empty. */
      { name: 'contact_id', type: 'String' },
      { name: 'domain', type: 'String' },
      { name: 'hash', type: 'String' },
      { name: 'is_leaving', type: 'Bool' },
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['record_type', 'company_id', 'contact_id'],
    shardBy: sql`company_id`,
  });
}

/** A record of the plan. */
export const plannedRecord = z
  .object({
    company_id: z.string(),
    contact_id: z.string(),
    domain: z.string(),
    hash: z.string(),
    is_leaving: z.boolean(),
  })
  .transform((row) => ({
    recordId: row.contact_id === '' ? row.company_id : row.contact_id,
    companyId: row.company_id,
    domain: row.domain,
    /** Of what is to be sent. */
    hash: row.hash,
    /** It left the synced segments, and gets one last update of tags and segments. */
    isLeaving: row.is_leaving,
  }));
export type PlannedRecord = z.output<typeof plannedRecord>;

/** The place of a record in the plan. */
export const planCursor = z.object({ companyId: z.string(), contactId: z.string() });
export type PlanCursor = z.infer<typeof planCursor>;

export function cursorAt(recordType: RecordType, record: PlannedRecord): PlanCursor {
  return { companyId: record.companyId, contactId: recordType === 'contact' ? record.recordId : '' };
}

type Table = Pick<TableDefinition, 'database' | 'name'>;
const tableOf = ({ database, name }: Table): Sql => sql`${ident(database, name)}`;

export function nextRecords(table: Table, recordType: RecordType, after: PlanCursor | null, limit: number): Sql {
  const isLater =
    after === null
      ? sql`${bool(true)}`
      : sql`(plan.company_id, plan.contact_id) > (${uint(after.companyId)}, ${text(after.contactId)})`;
  return sql`SELECT toString(company_id) AS company_id, contact_id, domain, hash, is_leaving
    FROM ${tableOf(table)} AS plan
    WHERE record_type = ${text(recordType)} AND ${isLater}
    ORDER BY plan.company_id, plan.contact_id
    LIMIT ${uint(limit)}`;
}

export const planCounts = (table: Table): Sql =>
  sql`SELECT toUInt32(countIf(record_type = 'company')) AS companies, toUInt32(countIf(record_type = 'contact')) AS contacts
    FROM ${tableOf(table)}`;
