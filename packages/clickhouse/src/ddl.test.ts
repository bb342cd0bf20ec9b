import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cloneTable, createDatabase, createTable, dropDatabase, dropTable, listTables } from './create-table.ts';
import {
  cloneTableStatements,
  createDatabaseStatement,
  createTableStatements,
  dropDatabaseStatement,
  dropTableStatements,
  localTable,
  onCluster,
} from './ddl.ts';
import type { Migration } from './migrate.ts';
import { migrate } from './migrate.ts';
import { renderBound, renderInline } from './render.ts';
import { ident, sql, text } from './sql.ts';
import { defineTable } from './table.ts';
import type { Drivers } from './testing/open-drivers.ts';
import { DRIVER_NAMES, openDrivers } from './testing/open-drivers.ts';
import type { Topology } from './warehouse.ts';

const companies = defineTable({
  database: 'universe',
  name: 'companies',
  columns: [
    { name: '__company_id', type: 'UInt64' },
    { name: 'domain', type: 'String', codec: 'ZSTD(3)' },
    { name: 'country', type: 'LowCardinality(String)', default: sql`${text("n'a")}` },
    { name: 'software', type: 'Array(String)' },
    { name: 'search', type: 'String', materialized: sql`lower(${ident('domain')})` },
    { name: 'updated_at', type: "DateTime64(3, 'UTC')" },
  ],
  engine: { kind: 'ReplacingMergeTree', version: 'updated_at' },
  orderBy: ['__company_id', sql`lower(${ident('domain')})`],
  primaryKey: ['__company_id'],
  partitionBy: sql`intDiv(${ident('__company_id')}, ${text('1')}::UInt64 * 1000000000000)`,
  indexes: [{ name: 'by_software', expression: identSql('software'), type: 'bloom_filter(0.01)', granularity: 1 }],
  settings: { index_granularity: 1024, storage_policy: 'default' },
  shardBy: sql`${ident('__company_id')}`,
});

function identSql(name: string) {
  return sql`${ident(name)}`;
}

const single: Topology = { kind: 'single' };
const cluster: Topology = { kind: 'cluster', cluster: 'main' };

const columns = `(
  \`__company_id\` UInt64,
  \`domain\` String CODEC(ZSTD(3)),
  \`country\` LowCardinality(String) DEFAULT 'n\\'a',
  \`software\` Array(String),
  \`search\` String MATERIALIZED lower(\`domain\`),
  \`updated_at\` DateTime64(3, 'UTC'),
  INDEX \`by_software\` \`software\` TYPE bloom_filter(0.01) GRANULARITY 1
)`;

const clauses = `PARTITION BY intDiv(\`__company_id\`, '1'::UInt64 * 1000000000000)
PRIMARY KEY (\`__company_id\`)
ORDER BY (\`__company_id\`, lower(\`domain\`))
SETTINGS index_granularity = 1024, storage_policy = 'default'`;

describe('statements', () => {
  test('a table on one node', () => {
    expect(createTableStatements(companies, single).map(renderInline)).toEqual([
      `CREATE TABLE IF NOT EXISTS \`universe\`.\`companies\`
${columns}
ENGINE = ReplacingMergeTree(\`updated_at\`)
${clauses}`,
    ]);
  });

  test('a table on a cluster: a replicated table on each shard and a distributed one over all of them', () => {
    const statements = createTableStatements(companies, cluster);
    expect(statements.map((statement) => renderBound(statement).params)).toEqual([{}, {}]);
    expect(statements.map(renderInline)).toEqual([
      `CREATE TABLE IF NOT EXISTS \`universe\`.\`companies_local\` ON CLUSTER \`main\`
${columns}
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', \`updated_at\`)
${clauses}`,
      `CREATE TABLE IF NOT EXISTS \`universe\`.\`companies\` ON CLUSTER \`main\` AS \`universe\`.\`companies_local\`
ENGINE = Distributed('main', 'universe', 'companies_local', \`__company_id\`)`,
    ]);
  });

  test('a plain table on a cluster', () => {
    const plain = defineTable({
      database: 'd',
      name: 't',
      columns: [{ name: 'a', type: 'UInt8' }],
      engine: { kind: 'MergeTree' },
      orderBy: [],
      shardBy: sql`rand()`,
    });
    expect(createTableStatements(plain, cluster).map(renderInline)).toEqual([
      `CREATE TABLE IF NOT EXISTS \`d\`.\`t_local\` ON CLUSTER \`main\`
(
  \`a\` UInt8
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
ORDER BY ()`,
      `CREATE TABLE IF NOT EXISTS \`d\`.\`t\` ON CLUSTER \`main\` AS \`d\`.\`t_local\`
ENGINE = Distributed('main', 'd', 't_local', rand())`,
    ]);
  });

  test('a table in memory on one node, which is on disk on a cluster', () => {
    const inMemory = defineTable({
      database: 'd',
      name: 't',
      columns: [{ name: 'a', type: 'UInt8' }],
      engine: { kind: 'Memory' },
      orderBy: ['a'],
      settings: { index_granularity: 1024 },
      shardBy: sql`a`,
    });
    const onNode = (topology: Topology) => renderInline(createTableStatements(inMemory, topology)[0] ?? sql``);
    expect(onNode(single)).toMatch(/\)\nENGINE = Memory$/);
    expect(onNode(cluster)).toMatch(
      /\)\nENGINE = ReplicatedMergeTree\(.*\)\nORDER BY \(`a`\)\nSETTINGS index_granularity = 1024$/,
    );
  });

  test('a copy that shares the files', () => {
    const copy = { ...companies, name: 'copy' };
    expect(cloneTableStatements(companies, copy, cluster).map(renderInline)).toEqual([
      `CREATE TABLE IF NOT EXISTS \`universe\`.\`copy_local\` ON CLUSTER \`main\`
AS \`universe\`.\`companies_local\`
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', \`updated_at\`)
${clauses}`,
      `CREATE TABLE IF NOT EXISTS \`universe\`.\`copy\` ON CLUSTER \`main\` AS \`universe\`.\`copy_local\`
ENGINE = Distributed('main', 'universe', 'copy_local', \`__company_id\`)`,
      'ALTER TABLE `universe`.`copy_local` ON CLUSTER `main` ATTACH PARTITION ALL FROM `universe`.`companies_local`',
    ]);
  });

  test('databases, drops and changes', () => {
    expect(dropTableStatements(companies, cluster).map(renderInline)).toEqual([
      'DROP TABLE IF EXISTS `universe`.`companies` ON CLUSTER `main` SYNC',
      'DROP TABLE IF EXISTS `universe`.`companies_local` ON CLUSTER `main` SYNC',
    ]);
    expect(dropTableStatements(companies, single).map(renderInline)).toEqual([
      'DROP TABLE IF EXISTS `universe`.`companies` SYNC',
    ]);
    expect(renderInline(createDatabaseStatement('universe', cluster))).toBe(
      'CREATE DATABASE IF NOT EXISTS `universe` ON CLUSTER `main`',
    );
    expect(renderInline(dropDatabaseStatement('universe', single))).toBe('DROP DATABASE IF EXISTS `universe` SYNC');
    const change = (topology: Topology) =>
      renderInline(sql`ALTER TABLE ${localTable(topology, companies)}${onCluster(topology)} DELETE WHERE 0`);
    expect(change(single)).toBe('ALTER TABLE `universe`.`companies` DELETE WHERE 0');
    expect(change(cluster)).toBe('ALTER TABLE `universe`.`companies_local` ON CLUSTER `main` DELETE WHERE 0');
  });

  test('rejects malformed types, settings and repeated columns', () => {
    const withType = (type: string) => ({ ...companies, columns: [{ name: 'a', type }], indexes: [] });
    expect(() => createTableStatements(withType('UInt8) ENGINE = Memory --'), single)).toThrow(TypeError);
    expect(() => createTableStatements({ ...companies, settings: { 'a = 1, b': 1 } }, single)).toThrow(TypeError);
    const twice = [companies.columns[0], companies.columns[0]].flatMap((column) => (column ? [column] : []));
    expect(() => defineTable({ ...companies, columns: twice })).toThrow(TypeError);
  });
});

describe.each(DRIVER_NAMES)('definitions through the %s driver', (name) => {
  let drivers: Drivers;
  beforeAll(async () => {
    drivers = await openDrivers();
  });
  afterAll(async () => drivers.close());

  test('creates, clones, lists and drops tables', async () => {
    const warehouse = drivers[name];
    const table = { ...companies, database: `universe-${name}` };
    await createDatabase(warehouse, table.database);
    for (const _ of [1, 2]) await createTable(warehouse, table);
    await warehouse.insert({ database: table.database, table: table.name }, [
      { __company_id: '5', domain: 'A.example', updated_at: new Date(0) },
    ]);
    const rows = await warehouse.rows(
      sql`SELECT __company_id, country, search FROM ${ident(table.database, table.name)}`,
      z.unknown(),
    );
    expect(rows).toEqual([{ __company_id: '5', country: "n'a", search: 'a.example' }]);
    expect(await listTables(warehouse, table.database)).toEqual(['companies']);
    // The copy keeps all columns and indexes of the table, even those missing from the definition.
    const copy = { ...table, name: 'copy', columns: table.columns.slice(0, 1), indexes: [] };
    await cloneTable(warehouse, table, copy);
    await dropTable(warehouse, table);
    const copied = await warehouse.rows(
      sql`SELECT __company_id, country, search FROM ${ident(table.database, copy.name)}`,
      z.unknown(),
    );
    expect(copied).toEqual(rows);
    await dropTable(warehouse, copy);
    for (const _ of [1, 2]) await dropTable(warehouse, table);
    expect(await listTables(warehouse, table.database)).toEqual([]);
    for (const _ of [1, 2]) await dropDatabase(warehouse, table.database);
  });

  test('applies migrations once and in order, and resumes after a failure', async () => {
    const warehouse = drivers[name];
    const ran: string[] = [];
    const step = (id: string): Migration => ({
      id,
      up: async () => {
        ran.push(id);
      },
    });
    const broken = { id: "2'", up: async () => Promise.reject(new Error('no')) };
    await expect(migrate(warehouse, [step('1'), broken, step('3')])).rejects.toThrow('no');
    expect(await migrate(warehouse, [step('1'), step("2'"), step('3')])).toEqual(["2'", '3']);
    expect(await migrate(warehouse, [step('1'), step("2'"), step('3')])).toEqual([]);
    expect(ran).toEqual(['1', "2'", '3']);
    await expect(migrate(warehouse, [step('4'), step('4')])).rejects.toThrow(TypeError);
  });
});
