import { ident, sql } from '@quarry/clickhouse';
import { configurableDataBlock, dataBlockDefinition } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UNIVERSE_TABLES } from '../schema.ts';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { readTable } from '../universe-table.ts';
import { BLOCKS, findField, toConfigurableDataBlock, toDataBlockDefinition } from './index.ts';

const STORAGE = {
  text: 'String',
  number: 'Nullable(Float64)',
  date: 'Nullable(Date32)',
  boolean: 'Nullable(Bool)',
  list: 'Array(String)',
} as const;

let universe: TestUniverse;
beforeAll(async () => {
  universe = await openTestUniverse();
});
afterAll(() => universe.close());

describe('data blocks', () => {
  it('have unique names, descriptions, and short CRM labels', () => {
    expect(new Set(BLOCKS.map((block) => block.blockName)).size).toBe(BLOCKS.length);
    for (const block of BLOCKS) {
      expect(block.publicDescription).not.toBe('');
      expect(new Set(block.fields.map((field) => field.internalName)).size).toBe(block.fields.length);
      for (const field of block.fields) {
        expect(field.internalName).toMatch(/^[a-z][a-z0-9_]*$/);
        expect(field.publicDescription).toMatch(/\.$/);
        expect((field.crmName ?? field.displayName).length).toBeLessThanOrEqual(40);
        const ranges = field.defaultRanges ?? [];
        expect(ranges).toEqual(ranges.toSorted((a, b) => (a < b ? -1 : 1)));
        for (const bound of ranges) expect(typeof bound).toBe(field.type === 'Date' ? 'string' : 'number');
      }
      expect(dataBlockDefinition.parse(toDataBlockDefinition(block)).fields.length).toBe(block.fields.length);
    }
  });

  it('read existing tables, in the storage type of each field', async () => {
    const tables = new Set(UNIVERSE_TABLES.map((table) => table.name));
    for (const block of BLOCKS) {
      expect(tables).toContain(block.table.name);
      if (block.isParameterisedWithDynamicConfig) {
        for (const { name, column } of block.deepPreview) {
          if (column !== null)
            await universe.warehouse.command(sql`SELECT ${column} AS ${ident(name)} FROM ${readTable(block.table)}`);
        }
        continue;
      }
      for (const field of block.fields) {
        const [row] = await universe.warehouse.rows(
          sql`SELECT toTypeName(any(value)) AS type FROM (SELECT ${field.column} AS value FROM ${readTable(block.table)})`,
          z.object({ type: z.string() }),
        );
        expect(row?.type, `${block.blockName}/${field.internalName}`).toBe(STORAGE[traitsOf(field.type).form]);
      }
    }
  });

  it('finds fields by key', () => {
    expect(findField('firmographics/employee_count')?.field.type).toBe('Number');
    expect(findField('jobs/titles')?.block.isParameterisedWithDynamicConfig).toBe(true);
    expect(findField('firmographics/nothing')).toBeUndefined();
    expect(findField('firmographics/employee_count/x')).toBeUndefined();
    expect(findField('')).toBeUndefined();
  });
});

describe('configs of dynamic blocks', () => {
  const parse = (blockName: string, config: unknown) => {
    const block = BLOCKS.find((candidate) => candidate.blockName === blockName);
    if (!block?.isParameterisedWithDynamicConfig) throw new Error(`${blockName} is not dynamic`);
    return block.configSchema.safeParse(config);
  };

  it('accept the example', () => {
    for (const block of BLOCKS) {
      if (block.isParameterisedWithDynamicConfig)
        expect(block.configSchema.parse(block.exampleConfig)).toEqual(block.exampleConfig);
    }
  });

  it('accept the templates, which have unique names, and compute every field', () => {
    for (const block of BLOCKS) {
      const definition = configurableDataBlock.parse(toConfigurableDataBlock(block));
      expect(new Set(definition.templates.map((template) => template.id)).size).toBe(definition.templates.length);
      expect(new Set(definition.templates.map((template) => template.label)).size).toBe(definition.templates.length);
      expect(definition.templates.length > 0).toBe(block.isParameterisedWithDynamicConfig);
      expect(definition.deepPreviewSchema === null).toBe(!block.isParameterisedWithDynamicConfig);
      if (!block.isParameterisedWithDynamicConfig) continue;
      const names = block.fields.map((field) => field.internalName);
      expect(Object.keys(block.compute(block.exampleConfig).aggregates).sort()).toEqual(names.sort());
      expect(names).toEqual(expect.arrayContaining(definition.deepPreviewFields));
      for (const { config } of definition.templates) expect(block.configSchema.parse(config)).toEqual(config);
    }
  });

  it.each([
    [{}, { onlyOpenJobs: true, onlyOldJobs: false }],
    [{ onlyOldJobs: true }, { onlyOpenJobs: false, onlyOldJobs: true }],
    [{ onlyOpenJobs: false }, { onlyOpenJobs: false, onlyOldJobs: false }],
  ])('jobs %j becomes %j', (config, expected) => {
    expect(parse('jobs', config).data).toMatchObject(expected);
  });

  it.each([
    ['jobs', { onlyOpenJobs: true, onlyOldJobs: true }],
    ['jobs', { titleKeyword: ['x'] }],
    ['jobs', { countries: ['Germany'] }],
    ['jobs', { countries: ['region:Atlantis'] }],
    ['jobs', { titleKeywords: Array.from({ length: 101 }, () => 'x') }],
    ['jobs', { titleKeywords: ['a**b**c**d**e**f**g'] }],
    ['team_members', {}],
    ['team_members', { seniorities: ['boss'] }],
    ['software_reviews', { negativeKeywords: ['x'] }],
    ['software_features', { keywords: [] }],
    ['main_page_text', { keywords: ['***', ' '] }],
  ])('%s rejects %j', (blockName, config) => {
    expect(parse(blockName, config).success).toBe(false);
  });

  it('clean keywords', () => {
    expect(parse('jobs', { titleKeywords: [' head ***** sales ', '**', '', 'vp'] }).data).toMatchObject({
      titleKeywords: ['head ** sales', 'vp'],
    });
  });
});
