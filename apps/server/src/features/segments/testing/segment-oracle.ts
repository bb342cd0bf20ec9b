import { createHash } from 'node:crypto';
import { RANDOM_ORDER, type SegmentDefinition } from '@quarry/contracts';
import type { KnownFields } from '@quarry/filters';
import { evaluateFilter, type FilterRow } from '@quarry/filters/evaluate';

/** A company of the dataset, with what segments look at. */
export interface OracleCompany {
  readonly id: string;
  readonly domains: readonly string[];
  readonly quality: number;
  readonly values: FilterRow;
}

/** From a time in seconds to another; null while it lasts. */
export type Stay = readonly [since: number, until: number | null];

/** A segment as people would tell it: who was in it, from when to when. */
export interface OracleSegment {
  readonly id: string;
  definition: SegmentDefinition;
  isDynamic: boolean;
  firstComputedAt: number | null;
  readonly stays: Map<string, Stay[]>;
}

const FIELDS: KnownFields = new Map([
  ['employee_count', { fieldName: 'employee_count', displayName: 'Employees', type: 'Number' as const }],
  ['country', { fieldName: 'country', displayName: 'Country', type: 'Picklist' as const }],
  ['__segments', { fieldName: '__segments', displayName: 'Segments', type: 'Multipicklist' as const }],
]);

const isActiveAt = (stays: readonly Stay[], at: number): boolean =>
  stays.some(([since, until]) => since <= at && (until === null || until > at));

export function isActive(segment: OracleSegment, id: string): boolean {
  return (segment.stays.get(id) ?? []).some(([, until]) => until === null);
}

/** The ids that a definition finds. */
export function findMembers(
  segment: OracleSegment,
  dataset: readonly OracleCompany[],
  all: ReadonlyMap<string, OracleSegment>,
): Set<string> {
  const { filters, inclusions, exclusions, limitOptions } = segment.definition;
  const hosts = (lines: readonly string[]) => new Set(lines.map((line) => line.replace('https://www.', '')));
  const included = hosts(inclusions.domains);
  const excluded = hosts(exclusions.domains);
  const allowed = dataset.filter(({ id, domains, values }) => {
    const segments = [...all.values()].filter((other) => isActive(other, id)).map((other) => other.id);
    if (!evaluateFilter(filters, { ...values, __segments: segments }, FIELDS, { today: '2026-01-01' })) return false;
    if (inclusions.domains.length > 0 && !domains.some((domain) => included.has(domain))) return false;
    if (domains.some((domain) => excluded.has(domain))) return false;
    return !exclusions.segmentIds.some((other) => segments.includes(other));
  });
  if (limitOptions === null) return new Set(allowed.map(({ id }) => id));
  const { limit, orderBy, orderDirection } = limitOptions;
  const order = orderBy === RANDOM_ORDER ? randomly(segment) : byField(orderBy, orderDirection);
  return new Set(
    allowed
      .toSorted(order)
      .slice(0, limit)
      .map(({ id }) => id),
  );
}

function compare<T extends number | bigint | string>(one: T, other: T): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

type Order = (one: OracleCompany, other: OracleCompany) => number;

function byField(field: string, direction: 'asc' | 'desc'): Order {
  const best: Order = (one, other) => compare(other.quality, one.quality) || compare(BigInt(other.id), BigInt(one.id));
  if (field === '__quality_score' && direction === 'desc') return best;
  const sign = direction === 'asc' ? 1 : -1;
  return (one, other) => {
    const [a, b] = [one.values[field] ?? null, other.values[field] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || best(one, other);
    const byValue =
      typeof a === 'number' && typeof b === 'number'
        ? compare(a, b)
        : compare(String(a).toLowerCase(), String(b).toLowerCase());
    return sign * byValue || best(one, other);
  };
}

/** Current members first, then by a hash of the segment and the company. */
function randomly(segment: OracleSegment): Order {
  const seed = createHash('sha256').update(segment.id).digest().readBigUInt64BE();
  const keys = ({ id }: OracleCompany) => [isActive(segment, id) ? 0n : 1n, intHash64(BigInt(id) ^ seed)] as const;
  return (one, other) => {
    const [[a, b], [c, d]] = [keys(one), keys(other)];
    return compare(a, c) || compare(b, d);
  };
}

const WORD = 2n ** 64n - 1n;

/** The engine's function of this name. */
function intHash64(value: bigint): bigint {
  let hash = (value ^ 0x4cf2d2baae6da887n) & WORD;
  hash ^= hash >> 33n;
  hash = (hash * 0xff51afd7ed558ccdn) & WORD;
  hash ^= hash >> 33n;
  hash = (hash * 0xc4ceb9fe1a85ec53n) & WORD;
  return hash ^ (hash >> 33n);
}

/** Takes over new members: companies enter and leave at this time. */
export function apply(segment: OracleSegment, members: ReadonlySet<string>, at: number): void {
  segment.firstComputedAt ??= at;
  for (const [id, stays] of segment.stays) {
    if (members.has(id)) continue;
    segment.stays.set(
      id,
      stays.map(([since, until]) => [since, until ?? at]),
    );
  }
  for (const id of members) {
    if (!isActive(segment, id)) segment.stays.set(id, [...(segment.stays.get(id) ?? []), [at, null]]);
  }
}

/** The survivor of a merge has the stays of both; of two open ones, the older counts. */
export function merge(segment: OracleSegment, gone: string, survivor: string): void {
  const both = [...(segment.stays.get(gone) ?? []), ...(segment.stays.get(survivor) ?? [])];
  if (!segment.stays.delete(gone)) return;
  const open = both.filter(([, until]) => until === null).map(([since]) => since);
  const closed = both.filter(([, until]) => until !== null);
  segment.stays.set(survivor, [...closed, ...(open.length === 0 ? [] : [[Math.min(...open), null] as const])]);
}

const WEEK = 7 * 86_400;

/** The companies that came and went in the last week. */
export function recentChanges(segment: OracleSegment, now: number): { added: number; removed: number } {
  const first = segment.firstComputedAt ?? now;
  const every = [...segment.stays.entries()];
  const added = every.filter(
    ([id, stays]) =>
      isActive(segment, id) && !isActiveAt(stays, now - WEEK) && !isActiveAt(stays, Math.max(first, now - WEEK)),
  );
  const removed = every.filter(([id, stays]) => !isActive(segment, id) && isActiveAt(stays, now - WEEK));
  return { added: added.length, removed: removed.length };
}
