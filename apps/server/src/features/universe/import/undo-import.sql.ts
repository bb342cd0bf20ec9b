import {
  ident,
  inline,
  join,
  localTable,
  onCluster,
  type Sql,
  sql,
  type Topology,
  text,
  uint,
  uints,
} from '@quarry/clickhouse';
import { BLOCK_TABLES } from '../blocks/index.ts';
import { readTable, UNIVERSE, type UniverseTable } from '../universe-table.ts';
import { IMPORTED_BLOCKS, type ImportedBlock, storedColumns } from './import-journal.sql.ts';

/** Where imports keep what they change. */
export const JOURNAL = ['import_changes', 'import_originals', 'import_identities'] as const;
/** The tables that an undo writes. */
export const UNDONE_TABLES = [...IMPORTED_BLOCKS, 'identities', ...JOURNAL] as const;

const local = (topology: Topology, name: UniverseTable) => localTable(topology, { database: UNIVERSE, name });

const isOf = (run: number, block: ImportedBlock): Sql => sql`run = ${uint(run)} AND block = ${text(block)}`;

/** The companies of a block that had no row before the import. */
const addedOf = (run: number, block: ImportedBlock, table: (name: UniverseTable) => Sql): Sql => sql`
  SELECT company_id FROM ${table('import_changes')} WHERE ${isOf(run, block)} AND company_id NOT IN (
    SELECT company_id FROM ${table('import_originals')} WHERE ${isOf(run, block)})`;

const stored = (name: string): Sql => sql`${ident(UNIVERSE, name)}`;

/** The companies that the import created: `company_id`. */
export const createdCompanies = (run: number): Sql => addedOf(run, 'companies', stored);

const touchedCompanies = (runs: Sql): Sql => sql`
  SELECT company_id FROM ${stored('import_changes')} WHERE ${runs}
  UNION DISTINCT SELECT company_id FROM ${stored('import_identities')} WHERE ${runs}`;

/**
 * The rows of the companies that the journal names: `block`, `company_id`, the row's version `now`, and the versions from
 * `first` to `last` that the import was about to write.
 */
const journalledRows = (run: number): Sql =>
  join(
    IMPORTED_BLOCKS.map(
      (block) => sql`
        SELECT ${text(block)} AS block, company_id, found.version AS now, own.first AS first, own.last AS last
        FROM (SELECT company_id, version FROM ${readTable(block)}
          WHERE company_id IN (SELECT company_id FROM ${stored('import_changes')} WHERE ${isOf(run, block)})) AS found
        INNER JOIN (SELECT company_id, min(version) AS first, max(version) AS last FROM ${stored('import_changes')}
          WHERE ${isOf(run, block)} GROUP BY company_id) AS own USING (company_id)`,
    ),
    ' UNION ALL ',
  );

/** How many companies the import `created` and `updated`: the batch that it was stopped in may not be stored. */
export const countChanged = (run: number): Sql => sql`
  SELECT toUInt32(countIf(is_company AND NOT is_old)) AS created, toUInt32(countIf(is_old)) AS updated
  FROM (
    SELECT company_id, max(block = 'companies') AS is_company, company_id IN (
      SELECT company_id FROM ${stored('import_originals')} WHERE ${isOf(run, 'companies')}) AS is_old
    FROM (${journalledRows(run)})
    WHERE now >= first
    GROUP BY company_id)`;

/** How many companies were changed since by something that keeps no journal. */
export const countNewer = (run: number): Sql => sql`
  SELECT toUInt32(uniqExact(company_id)) AS companies FROM (${journalledRows(run)}) WHERE now > last`;

/** How many companies of the import the other runs changed or named. */
export const countShared = (run: number, others: readonly number[]): Sql => sql`
  SELECT toUInt32(count()) AS companies
  FROM (${touchedCompanies(sql`run = ${uint(run)}`)})
  WHERE company_id IN (${touchedCompanies(sql`run IN ${uints(others.map(String))}`)})`;

/** The tables that hold something else about companies that the import created: `name`, `companies`. */
export const countDetails = (run: number): Sql => {
  const created = createdCompanies(run);
  const others = BLOCK_TABLES.filter(({ name }) => !IMPORTED_BLOCKS.some((block) => block === name));
  const about = (name: string, but: Sql) => sql`
    SELECT ${text(name)} AS name, toUInt32(uniqExact(company_id)) AS companies FROM ${stored(name)}
    WHERE company_id IN (${created})${but}`;
  const notOwn = (block: ImportedBlock) =>
    sql` AND company_id NOT IN (SELECT company_id FROM ${stored('import_changes')} WHERE ${isOf(run, block)})`;
  const all = [
    ...others.map(({ name }) => about(name, sql``)),
    about('funding', notOwn('funding')),
    about('technographics', notOwn('technographics')),
    about('collections', sql``),
    sql`SELECT 'merged_companies' AS name, toUInt32(count()) AS companies FROM ${stored('merged_companies')}
      WHERE company_id IN (${created}) OR merged_into IN (${created})`,
  ];
  return sql`SELECT name, companies FROM (${join(all, ' UNION ALL ')}) WHERE companies > 0 ORDER BY name`;
};

/** Deletes the rows of a block that the import added. */
export const deleteAdded = (topology: Topology, run: number, block: ImportedBlock): Sql =>
  inline(sql`ALTER TABLE ${local(topology, block)}${onCluster(topology)}
    DELETE WHERE company_id IN (${addedOf(run, block, (name) => sql`${local(topology, name)}`)})`);

/** Gives the rows that the import replaced back, as the newest version of each. */
export function restoreOriginals(run: number, block: ImportedBlock): Sql {
  const columns = storedColumns(block);
  const values = columns.map(([name, type]) => {
    if (name === 'version') return sql`own.written + 1`;
    const value = sql`original[${text(name)}]`;
    // A column that was added since is not among the kept ones.
    const known = sql`ifNull(${value}, toString(defaultValueOfTypeName(${text(type)})))`;
    return sql`CAST(${type.startsWith('Nullable') ? value : known}, ${text(type)})`;
  });
  return inline(sql`
    INSERT INTO ${stored(block)} (${join(columns.map(([name]) => ident(name)))})
    SELECT ${join(values)}
    FROM (SELECT company_id, original FROM ${readTable('import_originals')} WHERE ${isOf(run, block)}) AS kept
    INNER JOIN (SELECT company_id, max(version) AS written FROM ${stored('import_changes')}
      WHERE ${isOf(run, block)} GROUP BY company_id) AS own USING (company_id)`);
}

/** Tells the imports that wrote the rows which versions these have now, so that they can be undone in turn. */
export const renumberEarlier = (run: number): Sql => sql`
  INSERT INTO ${stored('import_changes')} (run, block, company_id, version)
  SELECT earlier.run, earlier.block, earlier.company_id, own.written + 1
  FROM (SELECT run, block, company_id, version FROM ${readTable('import_changes')} WHERE run != ${uint(run)}) AS earlier
  INNER JOIN (
    SELECT block, company_id, toUInt64(assumeNotNull(original['version'])) AS before
    FROM ${readTable('import_originals')} WHERE run = ${uint(run)}
  ) AS kept ON kept.block = earlier.block AND kept.company_id = earlier.company_id
  INNER JOIN (
    SELECT block, company_id, max(version) AS written FROM ${stored('import_changes')}
    WHERE run = ${uint(run)} GROUP BY block, company_id
  ) AS own ON own.block = earlier.block AND own.company_id = earlier.company_id
  WHERE earlier.version = kept.before`;

/** Takes away the names that the import assigned. */
export const deleteAssignedNames = (topology: Topology, run: number): Sql =>
  inline(sql`ALTER TABLE ${local(topology, 'identities')}${onCluster(topology)}
    DELETE WHERE (kind, value, company_id) IN (
      SELECT kind, value, company_id FROM ${local(topology, 'import_identities')} WHERE run = ${uint(run)})`);

/** Forgets what runs changed: a partition of each table of the journal. */
export const dropJournal = (topology: Topology, run: number): readonly Sql[] =>
  JOURNAL.map((name) =>
    inline(sql`ALTER TABLE ${local(topology, name)}${onCluster(topology)} DROP PARTITION ID ${text(String(run))}`),
  );

/** The runs of which something is kept: `run`. */
export const keptRuns: Sql = sql`
  SELECT DISTINCT run
  FROM (${join(
    JOURNAL.map((name) => sql`SELECT DISTINCT run FROM ${stored(name)}`),
    ' UNION ALL ',
  )})`;
