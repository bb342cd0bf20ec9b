import { countMarket, type DataBlockConfig, explainMarketCompany, startMarketPreview } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  all,
  asked,
  country,
  engineers,
  hiring,
  openPreviewWorld,
  type PreviewWorld,
  titled,
} from './testing/preview-world.ts';

let world: PreviewWorld;

beforeAll(async () => {
  world = await openPreviewWorld();
}, 120_000);
afterAll(() => world.server.close());

describe('what can not be understood is refused before anything runs', () => {
  const config = (content: Record<string, unknown>, blockName = 'jobs'): DataBlockConfig => ({
    ...engineers,
    blockName,
    config: content,
  });
  const many = (count: number, keyword = (at: number) => `word ${at}`) =>
    Array.from({ length: count }, (_, at) => keyword(at));
  const deep = (levels: number): FilterGroup =>
    Array.from({ length: levels - 1 }).reduce<FilterGroup>((inner) => ({ ...all(inner), id: 'g' }), all(country));
  const broken: [name: string, input: unknown, errorCode: string, context: unknown][] = [
    ['no condition', { marketCriteria: all() }, 'VALIDATION_FAILED', {}],
    ['groups without a condition', { marketCriteria: all(all(), all(all())) }, 'VALIDATION_FAILED', {}],
    ['no criteria', {}, 'VALIDATION_FAILED', expect.anything()],
    ['criteria that are null', { marketCriteria: null }, 'VALIDATION_FAILED', expect.anything()],
    [
      'a configuration that is not there',
      { marketCriteria: all(country, hiring, titled) },
      'INVALID_FILTER',
      { ruleIds: ['hiring', 'titled'] },
    ],
    [
      'a configuration of another block',
      {
        marketCriteria: all(hiring),
        dynamicDataBlockConfigs: [config({ positiveKeywords: ['a'] }, 'software_reviews')],
      },
      'INVALID_FILTER',
      { ruleIds: ['hiring'] },
    ],
    [
      'a configuration on a field that takes none',
      { ...asked, marketCriteria: all({ ...country, configId: 'engineers' }) },
      'INVALID_FILTER',
      { ruleIds: ['place'] },
    ],
    [
      'a computed field without configuration',
      { ...asked, marketCriteria: all({ ...hiring, configId: undefined }) },
      'INVALID_FILTER',
      { ruleIds: ['hiring'] },
    ],
    [
      'a configuration of a block that takes none',
      { marketCriteria: all(hiring), dynamicDataBlockConfigs: [config({}, 'firmographics')] },
      'VALIDATION_FAILED',
      { problems: [expect.objectContaining({ configId: 'engineers', path: 'blockName' })] },
    ],
    [
      'two configurations of one id',
      { marketCriteria: all(hiring), dynamicDataBlockConfigs: [engineers, engineers] },
      'VALIDATION_FAILED',
      { problems: [expect.objectContaining({ configId: 'engineers', path: 'configId' })] },
    ],
    [
      'more than a hundred keywords',
      { marketCriteria: all(hiring), dynamicDataBlockConfigs: [config({ titleKeywords: many(101) })] },
      'VALIDATION_FAILED',
      { problems: [expect.objectContaining({ path: 'config.titleKeywords', message: 'At most 100 keywords' })] },
    ],
    [
      'a keyword of too many wildcards',
      {
        marketCriteria: all(hiring),
        dynamicDataBlockConfigs: [config({ titleKeywords: ['a ** b ** c ** d ** e ** f ** g'] })],
      },
      'VALIDATION_FAILED',
      { problems: [expect.objectContaining({ path: 'config.titleKeywords.0' })] },
    ],
    [
      'empty lists where one keyword is needed',
      {
        marketCriteria: all({ ...hiring, field: 'software_reviews/count' }),
        dynamicDataBlockConfigs: [config({ positiveKeywords: ['  ', '**'] }, 'software_reviews')],
      },
      'VALIDATION_FAILED',
      { problems: [expect.objectContaining({ configId: 'engineers' })] },
    ],
    [
      'a list of no values',
      { marketCriteria: all({ ...country, value: [] }) },
      'INVALID_FILTER',
      { ruleIds: ['place'] },
    ],
    [
      'an unknown field',
      { marketCriteria: all({ ...country, field: 'a/b' }) },
      'INVALID_FILTER',
      { ruleIds: ['place'] },
    ],
    [
      'an operator for staff',
      { marketCriteria: all({ ...country, operator: 'matchesRegex', value: '(a+)+$' }) },
      'INVALID_FILTER',
      { ruleIds: ['place'] },
    ],
    [
      'five thousand rules',
      { marketCriteria: all(...Array.from({ length: 5_000 }, (_, at) => ({ ...country, id: `${at}` }))) },
      'VALIDATION_FAILED',
      expect.anything(),
    ],
    ['groups that are nested too deep', { marketCriteria: deep(11) }, 'VALIDATION_FAILED', expect.anything()],
    ['groups that are nested very deep', { marketCriteria: deep(300) }, 'VALIDATION_FAILED', expect.anything()],
  ];
  test.each(broken)('%s', async (_name, input, errorCode, context) => {
    const { server, ours } = world;
    const body = typeof input === 'object' && input !== null ? input : {};
    for (const [endpoint, more] of [
      [startMarketPreview, {}],
      [countMarket, {}],
      [explainMarketCompany, { companyId: '1' }],
    ] as const) {
      const refusal = await server.refused(endpoint, { ...body, ...more }, ours);
      expect([refusal.status, refusal.body.errorCode]).toEqual([422, errorCode]);
      expect(refusal.body.context).toMatchObject(context as object);
      expect(refusal.body.message).not.toBe('');
    }
  });

  test('but what only looks dangerous is asked as it is', async () => {
    const { preview } = world;
    const titleKeywords = [
      '(a+)+$',
      '[[[',
      '\\',
      "'; DROP TABLE universe.jobs; --",
      'a{1000}{1000}',
      '\\p{L',
      '*a*b*c*d*',
    ];
    const hard = {
      ...engineers,
      config: { titleKeywords: [...titleKeywords, ...many(90, (at) => `${'x'.repeat(190)} ${at}`)] },
    };
    const negated = { ...all({ ...hiring, operator: 'lt' }), not: true };
    const result = await preview({ marketCriteria: negated, dynamicDataBlockConfigs: [hard] });
    expect(result.netNew.totalCompanies).toBeGreaterThanOrEqual(0);
    await preview({ marketCriteria: deep(10) });
    const twoHundred = Array.from({ length: 200 }, (_, at) => ({ ...country, id: `${at}`, value: [`c${at}`, 'US'] }));
    expect((await preview({ marketCriteria: all(...twoHundred) })).netNew.totalCompanies).toBeGreaterThan(0);
  });
});
