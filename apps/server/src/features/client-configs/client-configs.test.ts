import { AppError, type ClientConfig } from '@quarry/contracts';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLOCKS } from '#server/features/universe/blocks/index.ts';
import { fromClientRow, toClientColumns } from './client-columns.ts';
import { createClient } from './create-client.ts';
import { acmeConfig, defaultConfig, demoConfig } from './default-config.ts';
import { readConfig } from './read-config.ts';
import { setConfig } from './set-config.ts';
import { parseConfig, validateConfig } from './validate-config.ts';

const ACTOR = { userId: null, name: 'test' };

function rulesBroken(changes: Partial<ClientConfig>): string[] {
  return validateConfig({ ...defaultConfig('acme'), ...changes }).map(
    ({ instancePath, schemaPath }) => `${instancePath} ${schemaPath.replace('#/rules/', '')}`,
  );
}

const required = defaultConfig('x').fieldDefinitions;
const field = (internalName: string, externalName: string, configId?: string) => ({
  internalName,
  externalName,
  displayName: '',
  configId,
});
const jobsConfig = { configId: 'j1', blockName: 'jobs', label: 'Jobs', config: { onlyOpenJobs: true } };

describe('config validation', () => {
  test('the default and the demo configs are valid', () => {
    expect(validateConfig(defaultConfig('acme'))).toEqual([]);
    for (const columns of [demoConfig(), acmeConfig()]) {
      const config = parseConfig({ ...columns, clientName: columns.name, scheduledForDeletionAt: null });
      expect(config.fieldDefinitions.length).toBeGreaterThan(8);
    }
  });

  test('data points and criteria can use dynamic blocks with configs', () => {
    const dataBlockConfigs = [jobsConfig, { ...jobsConfig, configId: 'j2', config: { onlyOpenJobs: 'often' } }];
    const criteria = (configId: string) => ({
      id: 'r',
      combinator: 'and' as const,
      rules: [{ id: 'x', field: 'jobs/count', operator: 'gte', value: 1, configId }],
    });
    const fieldDefinitions = [...required, field('jobs/count', 'jobs', 'j1'), field('jobs/titles', 'titles', 'j1')];
    expect(rulesBroken({ dataBlockConfigs: [jobsConfig], sourcingCriteria: criteria('j1'), fieldDefinitions })).toEqual(
      [],
    );
    expect(rulesBroken({ dataBlockConfigs, sourcingCriteria: criteria('j3') })).toEqual([
      '/sourcingCriteria criteriaValid',
      '/dataBlockConfigs/1/config/onlyOpenJobs #/invalid_type',
    ]);
  });

  test('the demo uses every type and every static block', () => {
    const config = parseConfig({ ...demoConfig(), clientName: 'demo', scheduledForDeletionAt: null });
    const chosen = new Set(config.fieldDefinitions.map(({ internalName }) => internalName));
    const fields = BLOCKS.flatMap((block) => block.fields.map((blockField) => ({ block, blockField })));
    const used = fields.filter(({ block, blockField }) => chosen.has(`${block.blockName}/${blockField.internalName}`));
    expect(new Set(used.map(({ blockField }) => blockField.type)).size).toBe(9);
    expect(new Set(used.map(({ block }) => block.blockName))).toEqual(
      new Set([
        ...BLOCKS.filter((block) => !block.isParameterisedWithDynamicConfig).map(({ blockName }) => blockName),
        'jobs',
        'team_members',
        'main_page_text',
      ]),
    );
  });

  test.each([
    [
      'criteria without rules',
      { sourcingCriteria: { id: 'r', combinator: 'and' as const, rules: [] } },
      ['/sourcingCriteria criteriaNotEmpty'],
    ],
    [
      'criteria on an unknown field',
      {
        sourcingCriteria: {
          id: 'r',
          combinator: 'and' as const,
          rules: [{ id: 'x', field: 'firmographics/shoe_size', operator: 'exists' }],
        },
      },
      ['/sourcingCriteria criteriaValid'],
    ],
    [
      'no name',
      { fieldDefinitions: [...required, field('firmographics/city', '')] },
      ['/fieldDefinitions/2/externalName externalName'],
    ],
    [
      'a bad name',
      { fieldDefinitions: [...required, field('firmographics/city', 'City')] },
      ['/fieldDefinitions/2/externalName externalName'],
    ],
    [
      'a name with double underscores',
      { fieldDefinitions: [...required, field('firmographics/city', 'name__folded')] },
      ['/fieldDefinitions/2/externalName externalName'],
    ],
    [
      'a taken name',
      { fieldDefinitions: [...required, field('firmographics/city', 'contacts_count')] },
      ['/fieldDefinitions/2/externalName externalName'],
    ],
    [
      'a name used twice',
      { fieldDefinitions: [...required, field('firmographics/city', 'name')] },
      ['/fieldDefinitions/2/externalName externalNameUnique'],
    ],
    [
      'an unknown data point',
      { fieldDefinitions: [...required, field('firmographics/nope', 'nope')] },
      ['/fieldDefinitions/2/internalName fieldExists'],
    ],
    [
      'a config on a static field',
      { fieldDefinitions: [...required, field('firmographics/city', 'city', 'j1')], dataBlockConfigs: [jobsConfig] },
      ['/fieldDefinitions/2/internalName fieldExists'],
    ],
    [
      'a dynamic field without a config',
      { fieldDefinitions: [...required, field('jobs/count', 'jobs')] },
      ['/fieldDefinitions/2/internalName fieldExists'],
    ],
    [
      'an unknown config',
      { fieldDefinitions: [...required, field('jobs/count', 'jobs', 'j2')] },
      ['/fieldDefinitions/2/internalName fieldExists'],
    ],
    [
      'a config on a static block',
      { dataBlockConfigs: [{ ...jobsConfig, blockName: 'firmographics' }] },
      ['/dataBlockConfigs/0/blockName configFitsBlock'],
    ],
    [
      'a config without its id',
      { dataBlockConfigs: [{ ...jobsConfig, configId: '' }] },
      ['/dataBlockConfigs/0/configId configComplete'],
    ],
    [
      'a config without a block',
      { dataBlockConfigs: [{ ...jobsConfig, blockName: '' }] },
      ['/dataBlockConfigs/0/blockName configComplete'],
    ],
    [
      'an empty config',
      { dataBlockConfigs: [{ ...jobsConfig, config: {} }] },
      ['/dataBlockConfigs/0/config configComplete'],
    ],
    [
      'a config id used twice',
      { dataBlockConfigs: [jobsConfig, { ...jobsConfig }] },
      ['/dataBlockConfigs/1/configId configIdUnique'],
    ],
    [
      'an enrichment of an unknown block',
      { enrichmentDestinations: ['jobs', 'nope'] },
      ['/enrichmentDestinations/1 destinationExists'],
    ],
    ['a config without domain', { fieldDefinitions: required.slice(1) }, ['/fieldDefinitions keptDefinitions']],
    [
      'a name from another field',
      { fieldDefinitions: [...required.slice(0, 1), field('firmographics/city', 'name')] },
      ['/fieldDefinitions keptDefinitions'],
    ],
  ])('%s is refused', (_name, changes, problems) => {
    expect(rulesBroken(changes)).toEqual(problems);
  });
});

describe('clients', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('are created once and changed in parts', async () => {
    const { db } = database;
    const config = defaultConfig('acme');
    await db.asSystem((tx) => createClient(tx, { config, companyLimit: 10 }, ACTOR));
    await expect(db.asSystem((tx) => createClient(tx, { config }, ACTOR))).rejects.toMatchObject({
      errorCode: 'NAME_TAKEN',
    });
    await db.asSystem((tx) => setConfig(tx, 'acme', { autoSyncEnabled: true, companyLimit: null }, ACTOR));
    const { config: changed, row } = await db.asSystem((tx) => readConfig(tx, { name: 'acme' }));
    expect(changed).toEqual({ ...config, autoSyncEnabled: true });
    expect(row).toMatchObject({ companyLimit: null, configVersion: 2 });
    expect(fromClientRow({ ...row, ...toClientColumns(changed) })).toEqual(changed);
  });

  test.each([
    [{ shoeSize: 3 }, 'Unknown parts of a config: shoeSize'],
    [{ clientName: 'other' }, "A client's name cannot be changed"],
    [{ sourcingCriteria: { id: 'r', combinator: 'and', rules: [] } }, 'The config is incorrect'],
    [{ isSourcingEnabled: 'maybe' }, 'The config is incorrect'],
    [{ companyLimit: -1 }, 'company limit'],
  ])('refuse %j', async (changes, message) => {
    const saved = database.db.asSystem((tx) => setConfig(tx, 'acme', changes, ACTOR));
    await expect(saved).rejects.toBeInstanceOf(AppError);
    await expect(saved).rejects.toThrow(message);
  });
});
