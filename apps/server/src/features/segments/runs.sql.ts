import { ident, join, type Sql, sql, text, texts, uint } from '@quarry/clickhouse';
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

/** The bits of an open stay that tell when the company entered; the others tell the segment's place. */
const SECONDS = 32n;

/**
 * Writes a run whole: closed stays as they were, open ones of companies that stay, closed ones of companies that left,
 * and new ones.
 */
export function writeRun(tables: RunTables, run: number, segments: readonly NewMembers[]): Sql {
  const { database, name } = segmentMembersTable(tables.clientName);
  const soFar = tables.staysOf(new Map(segments.map(({ segmentId, lastRun }) => [segmentId, lastRun])));
  const [first] = segments;
  const later =
    segments.length === 1 && first !== undefined
      ? laterStays(tables, soFar, first)
      : laterStaysOfMany(tables, soFar, segments);
  return sql`INSERT INTO ${ident(database, name)} (segment_id, run, company_id, added_at, removed_at)
    SELECT segment_id, ${uint(run)}, company_id, added_at, removed_at
    FROM (SELECT segment_id, company_id, added_at, removed_at FROM (${soFar}) WHERE removed_at IS NOT NULL
      UNION ALL
      ${later})`;
}

const secondsOf = (at: Date): Sql => sql`${uint(Math.floor(at.getTime() / 1000))}`;

/** The stays that were open, and new ones: `segment_id`, `company_id`, `added_at`, `removed_at`. */
function laterStays({ dataset, at }: RunTables, soFar: Sql, { segmentId, membership }: NewMembers): Sql {
  const now = sql`toDateTime(${secondsOf(at)}, 'UTC')`;
  return sql`SELECT
      toLowCardinality(${text(segmentId)}) AS segment_id,
      if(found.company_id = 0, own.company_id, found.company_id) AS company_id,
      if(own.company_id = 0, ${now}, own.added_at) AS added_at,
      if(found.company_id = 0, toNullable(${now}), NULL) AS removed_at
    FROM (${membersOf(dataset, membership)}) AS found
    GLOBAL FULL JOIN (SELECT company_id, added_at FROM (${soFar}) WHERE removed_at IS NULL) AS own
      ON own.company_id = found.company_id`;
}

/**
 * The same for several segments. The open stays of a company are one list, so that companies are joined with those that
 * the segments have now rather than stays. Of places with few different values, the engine looks ids up once for each
 * rather than per row.
 */
function laterStaysOfMany({ dataset, at }: RunTables, soFar: Sql, segments: readonly NewMembers[]): Sql {
  const ids = texts(segments.map(({ segmentId }) => segmentId));
  const places = join(segments.map((_each, index) => placeAt(index)));
  const place = sql`transform(segment_id, ${ids}, [${places}], toUInt8(0))`;
  const now = secondsOf(at);
  const openStay = (ofPlace: Sql, since: Sql) =>
    sql`bitOr(bitShiftLeft(toUInt64(${ofPlace}), ${uint(SECONDS)}), ${since})`;
  const placeOf = sql`toUInt8(bitShiftRight(stay, ${uint(SECONDS)}))`;
  return sql`SELECT
      arrayElement(${ids}, toLowCardinality(${placeOf})) AS segment_id,
      company AS company_id,
      toDateTime(bitAnd(stay, ${uint((1n << SECONDS) - 1n)}), 'UTC') AS added_at,
      if(bitTest(bits, ${placeOf}), NULL, toDateTime(${now}, 'UTC')) AS removed_at
    FROM (
      SELECT
        if(own.company_id = 0, found.company_id, own.company_id) AS company,
        own.open AS open,
        own.active AS active,
        found.bits AS bits
      FROM (
        SELECT
          company_id,
          groupArray(${openStay(sql`place`, sql`toUInt32(added_at)`)}) AS open,
          groupBitOr(${bitAt(sql`place`)}) AS active
        FROM (SELECT company_id, ${place} AS place, added_at FROM (${soFar}) WHERE removed_at IS NULL)
        GROUP BY company_id
      ) AS own
      GLOBAL FULL JOIN (${members(dataset, segments)}) AS found ON found.company_id = own.company_id)
    ARRAY JOIN arrayConcat(
      open,
      arrayMap(new -> ${openStay(sql`new`, now)}, bitPositionsToArray(bitAnd(bits, bitNot(active))))) AS stay`;
}

/**
 * The companies of the segments: `company_id`, and the `bits` of its segments. Segments without a limit share a scan, in
 * which conditions can't use text indexes.
 */
function members(dataset: Sql, segments: readonly NewMembers[]): Sql {
  const placed = segments.map(({ membership }, at) => ({ membership, at, bit: bitAt(placeAt(at)) }));
  const unlimited = placed.filter(({ membership }) => membership.limit === null);
  const limited = placed.filter(({ membership }) => membership.limit !== null);
  const parts = limited.map(
    ({ membership, bit }) => sql`SELECT company_id, ${bit} AS bits FROM (${membersOf(dataset, membership)})`,
  );
  if (unlimited.length > 0) {
    const bits = bitsOf(unlimited.map(({ membership, at }) => ({ at, isMet: membership.isAllowed })));
    parts.push(sql`SELECT __company_id AS company_id, ${bits} AS bits FROM ${dataset} WHERE bits > 0`);
  }
  const all = join(parts, ' UNION ALL ');
  if (parts.length === 1) return all;
  return sql`SELECT company_id, groupBitOr(part.bits) AS bits FROM (${all}) AS part GROUP BY company_id`;
}

/** The bits of the segments whose condition a company meets: eight make a byte first, which is faster than wide numbers. */
function bitsOf(conditions: readonly { readonly at: number; readonly isMet: Sql }[]): Sql {
  const bytes = Map.groupBy(conditions, ({ at }) => Math.floor(at / 8));
  const shifted = [...bytes].map(([byte, members]) => {
    const bits = members.map(({ at, isMet }) => sql`if(${isMet}, toUInt8(${uint(2 ** (at % 8))}), toUInt8(0))`);
    const value = bits.reduce((some, bit) => sql`bitOr(${some}, ${bit})`);
    // Places begin at 1.
    return sql`bitShiftLeft(toUInt64(${value}), ${uint(8 * byte + 1)})`;
  });
  return sql`(${join(shifted, ' + ')})`;
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
