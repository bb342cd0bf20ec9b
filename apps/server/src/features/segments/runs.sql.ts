import { ident, join, type Sql, sql, texts, uint } from '@quarry/clickhouse';
import { type SegmentRuns, segmentMembersTable, stays } from '#server/features/datasets/segment-members.ts';
import { type Membership, membersOf } from './membership.sql.ts';

/** The companies of a segment that are to be written. */
export interface NewMembers {
  readonly segmentId: string;
  /** The run that has its stays so far; null before the first one. */
  readonly lastRun: number | null;
  readonly membership: Membership;
}

/** What a run is written over. */
export interface RunTables {
  readonly clientName: string;
  /** The dataset, for FROM. */
  readonly dataset: Sql;
  /** The stays of runs so far: `segment_id`, `company_id`, `added_at`, `removed_at`. */
  staysOf(runs: SegmentRuns): Sql;
  /** When companies enter and leave, in whole seconds. */
  readonly at: Date;
}

/** Segments per run: the bits of a number tell those of a company. */
export const MAX_SEGMENTS = 50;

/** The place of a segment in a run, from 1, and its bit. */
const placeAt = (at: number): Sql => sql`toUInt8(${uint(at + 1)})`;
const bitAt = (place: Sql): Sql => sql`bitShiftLeft(toUInt64(1), ${place})`;

const NEVER = sql`toDateTime(0, 'UTC')`;

/**
 * Writes a run whole: closed stays as they were, open ones of companies that stay, closed ones of companies that left,
 * and new ones. The stays are joined with the companies that the segments have now; beside its stays, a company has one
 * row with the segments in which it was active, from which its new ones follow.
 */
export function writeRun(
  { clientName, dataset, staysOf, at }: RunTables,
  run: number,
  segments: readonly NewMembers[],
): Sql {
  const { database, name } = segmentMembersTable(clientName);
  const ids = texts(segments.map(({ segmentId }) => segmentId));
  const places = join(segments.map((_each, index) => placeAt(index)));
  const place = sql`transform(segment_id, ${ids}, [${places}], toUInt8(0))`;
  const soFar = staysOf(new Map(segments.map(({ segmentId, lastRun }) => [segmentId, lastRun])));
  const now = sql`toDateTime(${uint(Math.floor(at.getTime() / 1000))}, 'UTC')`;
  return sql`INSERT INTO ${ident(database, name)} (segment_id, run, company_id, added_at, removed_at)
    SELECT
      arrayElement(CAST(${ids}, 'Array(LowCardinality(String))'), written) AS segment_id,
      ${uint(run)} AS run,
      company,
      if(place = 0, ${now}, since) AS added_at,
      if(place > 0 AND until IS NULL AND NOT bitTest(bits, place), ${now}, until) AS removed_at
    FROM (
      SELECT
        if(stay.company_id = 0, found.company_id, stay.company_id) AS company,
        stay.place AS place,
        stay.since AS since,
        stay.until AS until,
        stay.active AS active,
        found.bits AS bits
      FROM (
        SELECT company_id, ${place} AS place, added_at AS since, removed_at AS until, toUInt64(0) AS active
        FROM (${soFar})
        UNION ALL
        SELECT company_id, toUInt8(0), ${NEVER}, NULL, groupBitOr(if(removed_at IS NULL, ${bitAt(place)}, 0))
        FROM (${soFar})
        GROUP BY company_id
      ) AS stay
      GLOBAL FULL JOIN (${members(dataset, segments)}) AS found ON found.company_id = stay.company_id)
    ARRAY JOIN if(place > 0, [place], bitPositionsToArray(bitAnd(bits, bitNot(active)))) AS written`;
}

/**
 * The companies of the segments: `company_id`, and the `bits` of its segments. Segments without a limit share a scan, in
 * which conditions can't use text indexes.
 */
function members(dataset: Sql, segments: readonly NewMembers[]): Sql {
  const placed = segments.map(({ membership }, at) => ({ membership, bit: bitAt(placeAt(at)) }));
  const unlimited = placed.filter(({ membership }) => membership.limit === null);
  const single = placed.length === 1 ? placed : placed.filter(({ membership }) => membership.limit !== null);
  const parts = single.map(
    ({ membership, bit }) => sql`SELECT company_id, ${bit} AS bits FROM (${membersOf(dataset, membership)})`,
  );
  if (parts.length < placed.length) {
    const bits = unlimited.map(({ membership, bit }) => sql`if(${membership.isAllowed}, ${bit}, toUInt64(0))`);
    parts.push(sql`SELECT __company_id AS company_id, ${join(bits, ' + ')} AS bits FROM ${dataset} WHERE bits > 0`);
  }
  const all = join(parts, ' UNION ALL ');
  if (parts.length === 1) return all;
  return sql`SELECT company_id, groupBitOr(part.bits) AS bits FROM (${all}) AS part GROUP BY company_id`;
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
