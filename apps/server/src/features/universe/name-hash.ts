import { type Sql, sql } from '@quarry/clickhouse';

/** The hash by which imports compare names. An alias is a domain. */
export const nameHash = (kind: 'domain' | 'linkedin', value: Sql): Sql =>
  kind === 'domain' ? sql`sipHash64('domain', ${value})` : sql`sipHash64('linkedin', ${value})`;

/** The same hash of rows with `kind` and `value`. */
export const identityHash = sql`sipHash64(if(kind = 'linkedin', 'linkedin', 'domain'), value)`;
