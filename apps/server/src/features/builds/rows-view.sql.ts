import { ident, inline, join, localTable, onCluster, type Sql, sql, type Topology } from '@quarry/clickhouse';
import type { VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import { datasetTables, rowColumns } from '#server/features/datasets/table.ts';

type Tables = ReturnType<typeof datasetTables>;

/**
 * Creates the view that writes each company's whole row, as a JSON list of values, into the rows table. It runs within
 * the insert into the wide table: reading the columns back would double the cost.
 */
export function createFiller(tables: Tables, schema: VersionSchema, topology: Topology): Sql {
  const view = ident(tables.database, tables.filler);
  const rows = localTable(topology, { database: tables.database, name: tables.rows });
  const dataset = localTable(topology, { database: tables.database, name: tables.dataset });
  const values = join(rowColumns(schema).map(({ value }) => value));
  return inline(sql`CREATE MATERIALIZED VIEW IF NOT EXISTS ${view}${onCluster(topology)}
    TO ${rows}
    AS SELECT __company_id AS company_id, formatRowNoNewline('JSONCompactEachRow', ${values}) AS row
    FROM ${dataset}`);
}

export function dropFiller(tables: Tables, topology: Topology): Sql {
  return inline(sql`DROP VIEW IF EXISTS ${ident(tables.database, tables.filler)}${onCluster(topology)} SYNC`);
}
