import { type Slot, type Sql, sql, uint } from '@quarry/clickhouse';

/** Company ids from `from` to `to`, both included. */
export interface IdRange {
  readonly from: bigint;
  readonly to: bigint;
}

const SMALLEST = 1n;
const LARGEST = 2n ** 64n - 1n;

/**
 * Splits all ids into ranges of about `size` companies each. Ids are hashes, so ranges of equal width hold about as
 * many companies.
 */
export function idRanges(companies: number, size: number): IdRange[] {
  const parts = BigInt(Math.max(1, Math.ceil(companies / size)));
  const bound = (at: bigint): bigint => SMALLEST + ((LARGEST - SMALLEST + 1n) * at) / parts;
  return Array.from({ length: Number(parts) }, (_, at) => ({
    from: bound(BigInt(at)),
    to: bound(BigInt(at) + 1n) - 1n,
  }));
}

export function inRange(column: Slot, { from, to }: IdRange): Sql {
  return sql`${column} >= ${uint(from)} AND ${column} <= ${uint(to)}`;
}
