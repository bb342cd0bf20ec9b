import { defineTable, inSubquery, join, type Sql, sql, type TableDefinition, uints } from '@quarry/clickhouse';
import type { SegmentExportConfig } from '@quarry/contracts';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { stays } from '#server/features/datasets/segment-members.ts';
import { BEST_FIRST } from '#server/features/datasets/table.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { type FrozenTable, tableOf, UNMERGED } from '../exports.sql.ts';

/** The companies of a segment's export, with their names, which the dataset may have no more, and their latest stay. */
export function frozenCompaniesTable(table: FrozenTable): TableDefinition {
  return defineTable({
    ...table,
    columns: [
      { name: '__company_id', type: 'UInt64' },
      { name: '__segment_company_name', type: 'String' },
      { name: '__segment_company_domain', type: 'String' },
      { name: '__segment_added_at', type: "Nullable(DateTime('UTC'))" },
      { name: '__segment_removed_at', type: "Nullable(DateTime('UTC'))" },
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['__company_id'],
    settings: UNMERGED,
    shardBy: sql`__company_id`,
  });
}

export function suppressedDomainsTable(table: FrozenTable): TableDefinition {
  return defineTable({
    ...table,
    columns: [{ name: 'domain', type: 'String' }],
    engine: { kind: 'MergeTree' },
    orderBy: ['domain'],
    settings: UNMERGED,
    shardBy: sql`cityHash64(domain)`,
  });
}

interface SegmentTables {
  readonly companies: FrozenTable;
  readonly contacts: FrozenTable;
}

/**
 * Copies the companies of a segment: those that the config chooses, and those of the copied contacts. Without the ones
 * that the client has excluded or must not contact.
 */
export function insertSegmentCompanies(
  { companies, contacts }: SegmentTables,
  from: { readonly clientName: string; readonly dataset: Dataset; readonly run: number },
  { segmentId, personaId, include_active, include_removed }: SegmentExportConfig,
  suppressed: FrozenTable | null,
): Sql {
  const { clientName, dataset, run } = from;
  const members = sql`SELECT company_id, added_at, removed_at FROM ${stays(clientName, new Map([[segmentId, run]]))}`;
  const isInDataset = inSubquery(sql`company_id`, sql`SELECT __company_id FROM ${dataset.table()}`);
  // The contacts of one persona stand for themselves.
  const isListed = [
    ...(include_active && personaId === null ? [sql`(is_active AND ${isInDataset})`] : []),
    ...(include_removed && personaId === null ? [sql`(was_member AND NOT is_active)`] : []),
    sql`has_contacts`,
  ];
  const ids = sql`SELECT company_id FROM (${members}) UNION DISTINCT SELECT __company_id FROM ${tableOf(contacts)}`;
  return sql`INSERT INTO ${tableOf(companies)}
    SELECT found.id, known.name, known.domain, found.stay.1, found.stay.2
    FROM (
      SELECT
        company_id AS id,
        countIf(is_stay) > 0 AS was_member,
        countIf(is_stay AND left_at IS NULL) > 0 AS is_active,
        countIf(NOT is_stay) > 0 AS has_contacts,
        argMaxIf((entered_at, left_at), (entered_at, left_at IS NULL), is_stay) AS stay
      FROM (
        SELECT company_id, toNullable(added_at) AS entered_at, removed_at AS left_at, true AS is_stay
        FROM (${members})
        UNION ALL
        SELECT __company_id AS company_id, NULL AS entered_at, NULL AS left_at, false AS is_stay
        FROM ${tableOf(contacts)})
      WHERE company_id NOT IN ${uints(dataset.excludedIds)}
      GROUP BY company_id
      HAVING ${join(isListed, ' OR ')}
    ) AS found
    GLOBAL LEFT JOIN (
      SELECT company_id, name, domain FROM ${readTable('companies')} WHERE ${inSubquery(sql`company_id`, ids)}
    ) AS known ON known.company_id = found.id
    WHERE ${suppressed === null ? sql`1` : isAllowed(suppressed, ids)}`;
}

/** The condition that neither the company's domain nor one above it is suppressed. */
function isAllowed(suppressed: FrozenTable, ids: Sql): Sql {
  const labels = sql`splitByChar('.', domain)`;
  const above = sql`arrayMap(at -> arrayStringConcat(arraySlice(${labels}, at), '.'), range(1, length(${labels}) + 1))`;
  const names = sql`SELECT company_id, arrayJoin(${above}) AS name_above
    FROM ${readTable('companies')} WHERE ${inSubquery(sql`company_id`, ids)}`;
  const isSuppressed = inSubquery(sql`name_above`, sql`SELECT domain FROM ${tableOf(suppressed)}`);
  return sql`NOT ${inSubquery(sql`found.id`, sql`SELECT company_id FROM (${names}) WHERE ${isSuppressed}`)}`;
}

const withDataset = (rows: Sql, dataset: FrozenTable, companies: FrozenTable): Sql =>
  sql`(SELECT * REPLACE (if(__domain = '', __segment_company_domain, __domain) AS __domain)
    FROM (${rows}) AS found
    GLOBAL LEFT JOIN (
      SELECT * FROM ${tableOf(dataset)}
      WHERE ${inSubquery(sql`__company_id`, sql`SELECT __company_id FROM ${tableOf(companies)}`)}
    ) AS stored USING (__company_id))`;

interface FrozenSegment extends SegmentTables {
  /** The clone of the dataset. */
  readonly table: FrozenTable;
}

/** A row for each contact, and one for each company without contacts. */
export function companiesWithContacts({ table, companies, contacts }: FrozenSegment): Sql {
  const rows = sql`SELECT * FROM ${tableOf(companies)} AS company
    GLOBAL LEFT JOIN (SELECT * FROM ${tableOf(contacts)}) AS contact USING (__company_id)`;
  return withDataset(rows, table, companies);
}

export function companiesAlone({ table, companies }: FrozenSegment): Sql {
  return withDataset(sql`SELECT * FROM ${tableOf(companies)}`, table, companies);
}

/** The included contacts with their companies, each person at a company once. */
export function includedContacts({ table, companies, contacts }: FrozenSegment): Sql {
  const once = sql`SELECT * FROM ${tableOf(contacts)}
    WHERE __contact_status = 'INCLUDED'
    ORDER BY __contact_at
    LIMIT 1 BY __contact_id`;
  const rows = sql`SELECT * FROM (${once}) AS contact
    GLOBAL INNER JOIN (SELECT * FROM ${tableOf(companies)}) AS company USING (__company_id)`;
  return withDataset(rows, table, companies);
}

export const COMPANY_ORDER: Sql = join(BEST_FIRST);
export const CONTACT_ORDER: Sql = join([
  ...BEST_FIRST,
  sql`lowerUTF8(__contact_persona)`,
  sql`ifNull(__contact_rank, 1000)`,
  sql`__contact_at`,
]);

export const SEGMENT_DATES = {
  addedAt: sql`ifNull(toString(__segment_added_at), '')`,
  removedAt: sql`ifNull(toString(__segment_removed_at), '')`,
} as const;
