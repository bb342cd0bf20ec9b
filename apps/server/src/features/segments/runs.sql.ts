import { ident, join, type Sql, sql, texts, uint, uints } from '@quarry/clickhouse';
import { type SegmentRuns, segmentMembersTable, stays } from '#server/features/datasets/segment-members.ts';
import { type Membership, membersOf } from './membership.sql.ts';

/** A run that is to be written. */
export interface NewRun {
  readonly segmentId: string;
  /** Its number. */
  readonly run: number;
  /** The run that it follows; null for the first one. */
  readonly lastRun: number | null;
  readonly membership: Membership;
}

/** What the runs are written over. */
export interface RunTables {
  readonly clientName: string;
  /** The dataset, for FROM. */
  readonly dataset: Sql;
  /** The stays of runs so far: `segment_id`, `company_id`, `added_at`, `removed_at`. */
  staysOf(runs: SegmentRuns): Sql;
  /** When companies enter and leave, in whole seconds. */
  readonly at: Date;
}

const NO_TIME = sql`CAST(NULL AS Nullable(DateTime('UTC')))`;

/**
 * Writes runs whole: closed stays as they were, open ones of companies that stay, closed ones of companies that left,
 * and new ones. Companies that became one share their stays, of which the oldest open one counts.
 */
export function writeRuns({ clientName, dataset, staysOf, at }: RunTables, runs: readonly NewRun[]): Sql {
  const { database, name } = segmentMembersTable(clientName);
  const ids = texts(runs.map(({ segmentId }) => segmentId));
  const lastRuns: SegmentRuns = new Map(runs.map(({ segmentId, lastRun }) => [segmentId, lastRun]));
  const now = sql`toDateTime(${uint(Math.floor(at.getTime() / 1000))}, 'UTC')`;
  return sql`INSERT INTO ${ident(database, name)} (segment_id, run, company_id, added_at, removed_at)
    SELECT
      arrayElement(${ids}, segment) AS segment_id,
      arrayElement(${uints(runs.map(({ run }) => run))}, segment) AS run,
      company_id,
      stay.1 AS added_at,
      stay.2 AS removed_at
    FROM (
      SELECT
        segment,
        company_id,
        max(is_member) AS is_active,
        minIf(since, NOT is_member AND until IS NULL) AS open_since,
        countIf(NOT is_member AND until IS NULL) > 0 AS was_active,
        groupArrayIf((since, until), NOT is_member AND until IS NOT NULL) AS closed
      FROM (
        SELECT segment, company_id, ${now} AS since, ${NO_TIME} AS until, true AS is_member
        FROM (${members(dataset, runs)})
        UNION ALL
        SELECT
          toUInt16(indexOf(${ids}, toString(segment_id))) AS segment,
          company_id,
          added_at AS since,
          removed_at AS until,
          false AS is_member
        FROM (${staysOf(lastRuns)}))
      GROUP BY segment, company_id)
    ARRAY JOIN arrayConcat(closed, multiIf(
      is_active AND was_active, [(open_since, ${NO_TIME})],
      is_active, [(${now}, ${NO_TIME})],
      was_active, [(open_since, toNullable(${now}))],
      [])) AS stay`;
}

/** The companies of each run: the place of its `segment`, from 1, and `company_id`. */
function members(dataset: Sql, runs: readonly NewRun[]): Sql {
  const [only] = runs;
  if (only !== undefined && runs.length === 1) {
    return sql`SELECT toUInt16(1) AS segment, company_id FROM (${membersOf(dataset, only.membership)})`;
  }
  const taking = runs.find(({ membership }) => membership.limit !== null);
  if (taking !== undefined) throw new Error('Runs with a limit are written one by one');
  const places = runs.map(({ membership }, at) => sql`if(${membership.isAllowed}, [toUInt16(${uint(at + 1)})], [])`);
  return sql`SELECT arrayJoin(arrayConcat(${join(places)})) AS segment, __company_id AS company_id FROM ${dataset}`;
}

/** The rows and the active companies of runs: `id` of the segment, `rows`, `companies`. */
export function countRuns(clientName: string, runs: SegmentRuns): Sql {
  return sql`SELECT
      toString(segment_id) AS id,
      toUInt32(count()) AS rows,
      toUInt32(countIf(removed_at IS NULL)) AS companies
    FROM ${stays(clientName, runs)}
    GROUP BY segment_id`;
}
