import {
  DURABLE,
  defineTable,
  ident,
  inSubquery,
  join,
  type Sql,
  sql,
  type TableDefinition,
  texts,
  uints,
  volatile,
} from '@quarry/clickhouse';
import { OPERATORS_ON_SEGMENTS, SEGMENTS_FIELD } from '@quarry/contracts';
import type { FilterRule } from '@quarry/filters';
import { eq, type Transaction } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import { readTable } from '#server/features/universe/universe-table.ts';
import { idsIn } from './derived-nodes.ts';
import { type DatasetColumn, datasetDatabase } from './table.ts';

/**
 * The client's segments with the runs that readers see. A run is a computation of the companies of one or more segments:
 * it writes all rows anew under its own number, and an update in PostgreSQL makes it visible segment by segment. It is
 * null before a segment's first one.
 */
export type SegmentRuns = ReadonlyMap<string, number | null>;

/**
 * The companies of the client's segments: one row for each stay. `removed_at` is null while a company is active. Segments
 * that are computed together share a run and its partition, because the disk confirms each partition on its own.
 */
export function segmentMembersTable(clientName: string): TableDefinition {
  return defineTable({
    database: datasetDatabase(clientName),
    name: 'segment_members',
    columns: [
      { name: 'segment_id', type: 'LowCardinality(String)' },
      { name: 'run', type: 'UInt64' },
      { name: 'company_id', type: 'UInt64' },
      { name: 'added_at', type: "DateTime('UTC')" },
      { name: 'removed_at', type: "Nullable(DateTime('UTC'))" },
    ],
    engine: { kind: 'MergeTree' },
    partitionBy: sql`run`,
    orderBy: ['segment_id', 'company_id', 'added_at'],
    settings: { ...DURABLE, old_parts_lifetime: 60 },
    shardBy: sql`company_id`,
  });
}

/** The stays of segments' companies, for FROM with a condition: those of the given runs. */
export function stays(clientName: string, runs: SegmentRuns): Sql {
  const { database, name } = segmentMembersTable(clientName);
  const known = computed(runs);
  if (known.length === 0) return sql`${ident(database, name)} WHERE 0`;
  const ids = texts(known.map(([id]) => id));
  const numbers = known.map(([, run]) => run);
  // The first two conditions choose parts of the table. A transform reads each id once for a block, unlike a set of pairs.
  return sql`${ident(database, name)} WHERE run IN ${uints([...new Set(numbers)])} AND segment_id IN ${ids}
    AND transform(segment_id, ${ids}, ${uints(numbers)}, toUInt64(0)) = run`;
}

function computed(runs: SegmentRuns): [string, number][] {
  return [...runs].flatMap(([id, run]): [string, number][] => (run === null ? [] : [[id, run]]));
}

/**
 * The same stays under the ids that companies have now: `segment_id`, `company_id`, `added_at`, `removed_at`. Companies
 * that were merged since a run was written share the stays of the survivor: an open one takes in those that it overlaps.
 */
export function staysOfSurvivors(clientName: string, runs: SegmentRuns): Sql {
  const merges = sql`SELECT company_id, merged_into FROM ${readTable('merged_companies')}`;
  const isMerged = inSubquery(sql`company_id`, sql`SELECT arrayJoin([company_id, merged_into]) FROM (${merges})`);
  const columns = sql`segment_id, company_id, added_at, removed_at`;
  const ofMerged = sql`SELECT
      stay.segment_id AS segment_id,
      if(merge.merged_into = 0, stay.company_id, merge.merged_into) AS company_id,
      groupArrayIf((stay.added_at, assumeNotNull(stay.removed_at)), stay.removed_at IS NOT NULL) AS ended,
      countIf(stay.removed_at IS NULL) > 0 AS is_open,
      arrayFold(
        (earliest, stay) -> if(stay.2 > earliest, least(earliest, stay.1), earliest),
        arrayReverseSort(stay -> stay.2, ended),
        minIf(stay.added_at, stay.removed_at IS NULL)) AS open_since
    FROM (SELECT ${columns} FROM ${stays(clientName, runs)} AND ${isMerged}) AS stay
    GLOBAL LEFT JOIN (${merges}) AS merge ON merge.company_id = stay.company_id
    GROUP BY segment_id, company_id`;
  return sql`SELECT ${columns} FROM ${stays(clientName, runs)} AND NOT ${isMerged}
    UNION ALL
    SELECT segment_id, company_id, stay.1 AS added_at, stay.2 AS removed_at
    FROM (${ofMerged})
    ARRAY JOIN arrayConcat(
      arrayMap(stay -> (stay.1, toNullable(stay.2)), arrayFilter(stay -> NOT is_open OR stay.2 <= open_since, ended)),
      if(is_open, [(open_since, CAST(NULL AS Nullable(DateTime('UTC'))))], [])) AS stay`;
}

/** The condition that a company is active in a segment of these runs. */
export function isInSegments(clientName: string, runs: SegmentRuns, companyId: Sql): Sql {
  if (computed(runs).length === 0) return sql`0`;
  return inSubquery(companyId, sql`SELECT company_id FROM ${stays(clientName, runs)} AND removed_at IS NULL`);
}

/**
 * The columns of a dataset with the one of its segments. Filters look companies up in the segments that they name. The
 * list of all segments takes a look-up in each of them, so pages read it by company instead (`segmentsOfCompanies`).
 */
export function withSegments(
  columns: ReadonlyMap<string, DatasetColumn>,
  clientName: string,
  runs: SegmentRuns,
): ReadonlyMap<string, DatasetColumn> {
  const companyId = sql`__company_id`;
  const pick = (isPicked: (id: string) => boolean) => new Map([...runs].filter(([id]) => isPicked(id)));
  const lists = () =>
    computed(runs).map(([id, run]) => {
      const isMember = isInSegments(clientName, new Map([[id, run]]), companyId);
      return sql`if(${isMember}, ${texts([id])}, ${texts([])})`;
    });
  const column: DatasetColumn = {
    fieldName: SEGMENTS_FIELD,
    displayName: 'Segments',
    type: 'Multipicklist',
    // Segments change while the rows stay the same. Read late, because a build computes some before others.
    get value() {
      return volatile(sql`arrayConcat(${join([texts([]), ...lists()])})`);
    },
    get sortKey() {
      return this.value;
    },
    hasAny: (ids) =>
      volatile(isInSegments(clientName, ids === null ? runs : pick((id) => ids.includes(id)), companyId)),
    hasDistinctItems: true,
    isDomain: false,
    refuse: (rule) => refusalOf(rule, runs),
  };
  return new Map([...columns, [SEGMENTS_FIELD, column]]);
}

const USABLE: ReadonlySet<string> = new Set(OPERATORS_ON_SEGMENTS);

function refusalOf(rule: FilterRule, runs: SegmentRuns): string | undefined {
  if (!USABLE.has(rule.operator)) return 'A filter can only ask whether a company is in some segments or not';
  const unknown = idsIn(rule).filter((id) => !runs.has(id));
  return unknown.length === 0 ? undefined : `There is no such segment: ${unknown.join(', ')}`;
}

/** The segments in which these companies are active, one row per company; null if no segment was ever computed. */
export function segmentsOfCompanies(clientName: string, runs: SegmentRuns, companyIds: readonly string[]): Sql | null {
  if (computed(runs).length === 0) return null;
  return sql`SELECT toString(company_id) AS id, arraySort(groupUniqArray(toString(segment_id))) AS segments
    FROM ${stays(clientName, runs)} AND removed_at IS NULL AND company_id IN ${uints(companyIds)}
    GROUP BY company_id`;
}

/** The client's segments with their runs. */
export async function readSegmentRuns(tx: Transaction, clientId: string): Promise<SegmentRuns> {
  const rows = await tx
    .select({ id: segments.id, run: segments.run })
    .from(segments)
    .where(eq(segments.clientId, clientId));
  return new Map(rows.map(({ id, run }) => [id, run]));
}
