import { type Sql, sql } from '@quarry/clickhouse';

/** The version of the engine, and what its tables take on its disks. */
export const engineFacts: Sql = sql`
  SELECT version() AS version, toUInt64((SELECT sum(bytes_on_disk) FROM system.parts WHERE active)) AS bytes`;
