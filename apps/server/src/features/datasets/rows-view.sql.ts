import { ident, join, localTable, onCluster, renderInline, type Sql, sql, type Topology } from '@quarry/clickhouse';
import type { VersionSchema } from './dataset-schema.ts';
import { datasetColumns, datasetTables } from './table.ts';

type Tables = ReturnType<typeof datasetTables>;

/** System columns that change without a build; they are not part of the stored rows. */
const DERIVED_LATER = new Set(['__tags', '__segments']);

/**
 * The view that writes each company's whole row as JSON into the table of rows, in the same insert that fills the wide
 * table: reading the columns back for it would cost as much again.
 */
export function createFiller(tables: Tables, schema: VersionSchema, topology: Topology): Sql {
  const view = ident(tables.database, tables.filler);
  // With a blank in it, so that it is no field's name: those would hide it.
  const id = ident('row id');
  const columns = [...datasetColumns(schema).values()].filter(({ fieldName }) => !DERIVED_LATER.has(fieldName));
  const values = columns.map(({ fieldName, type, value }) => {
    const isText = type === 'String' || type === 'Picklist';
    return sql`${isText ? sql`nullIf(toString(${value}), '')` : value} AS ${ident(`json ${fieldName}`)}`;
  });
  const names = columns.map(({ fieldName }) => sql`${ident(`json ${fieldName}`)} AS ${ident(fieldName)}`);
  return definition(sql`CREATE MATERIALIZED VIEW IF NOT EXISTS ${view}${onCluster(topology)} TO ${localTable(topology, { database: tables.database, name: tables.rows })}
    AS SELECT ${id} AS company_id, formatRowNoNewline('JSONEachRow', ${join(names)}) AS row
    FROM (SELECT __company_id AS ${id}, ${join(values)} FROM ${localTable(topology, { database: tables.database, name: tables.dataset })})`);
}

/** Removes the view when the tables are full, or are to be emptied. */
export function dropFiller(tables: Tables, topology: Topology): Sql {
  return definition(sql`DROP VIEW IF EXISTS ${ident(tables.database, tables.filler)}${onCluster(topology)} SYNC`);
}

/** Definitions take no bound parameters. */
function definition(statement: Sql): Sql {
  return { kind: 'sql', texts: [renderInline(statement)], slots: [] };
}
