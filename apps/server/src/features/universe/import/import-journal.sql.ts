/**
 * What an import changes is kept before it is written, under the number of its run: the version that each row gets, and
 * the row that it replaces. A repeated attempt adds the same again, or nothing.
 */
import { ident, join, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { BLOCK_TABLES } from '../blocks/index.ts';
import { readTable, UNIVERSE } from '../universe-table.ts';
import { scratch } from './scratch-tables.ts';
import { WRITTEN } from './write-companies.sql.ts';

/** The blocks that imports write. */
export const IMPORTED_BLOCKS = ['companies', 'funding', 'technographics'] as const;
export type ImportedBlock = (typeof IMPORTED_BLOCKS)[number];

const ofAll = (select: (block: ImportedBlock) => Sql): Sql => join(IMPORTED_BLOCKS.map(select), ' UNION ALL ');

/** The columns of a block that rows give, with their types. */
export function storedColumns(block: ImportedBlock): readonly (readonly [name: string, type: string])[] {
  const table = BLOCK_TABLES.find(({ name }) => name === block);
  return Object.entries(table?.columns ?? {}).flatMap(([name, column]) =>
    column.materialized === undefined ? [[name, column.type] as const] : [],
  );
}

const asMap = (block: ImportedBlock): Sql =>
  sql`map(${join(storedColumns(block).flatMap(([name]) => [text(name), sql`CAST(toString(${ident(name)}) AS Nullable(String))`]))})`;

/** Keeps the rows that the batch replaces, as they were before the import. An alias would hide a column of the row. */
export const insertOriginals = (run: number): Sql => sql`
  INSERT INTO ${ident(UNIVERSE, 'import_originals')} (run, block, company_id, original, version)
  ${ofAll(
    (block) => sql`
      SELECT ${uint(run)}, ${text(block)}, company_id, ${asMap(block)}, 1
      FROM ${readTable(block)}
      WHERE company_id GLOBAL IN (SELECT company_id FROM (${WRITTEN[block]}) WHERE version > 1)
        AND company_id GLOBAL NOT IN (
          SELECT company_id FROM ${ident(UNIVERSE, 'import_changes')}
          WHERE run = ${uint(run)} AND block = ${text(block)})`,
  )}`;

/** Keeps the versions that the rows of the batch get. */
export const insertChanges = (run: number): Sql => sql`
  INSERT INTO ${ident(UNIVERSE, 'import_changes')} (run, block, company_id, version)
  ${ofAll((block) => sql`SELECT ${uint(run)}, ${text(block)}, company_id, version FROM (${WRITTEN[block]})`)}`;

/** Keeps the names that the batch assigns. */
export const insertAssignedNames = (run: number): Sql => sql`
  INSERT INTO ${ident(UNIVERSE, 'import_identities')} (run, kind, value, company_id)
  SELECT ${uint(run)}, kind, value, company_id FROM ${scratch('claims')}`;
