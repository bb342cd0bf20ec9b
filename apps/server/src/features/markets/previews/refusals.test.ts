import { countMarket, type DataBlockConfig, explainMarketCompany, startMarketPreview } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  all,
  country,
  engineers,
  hiring,
  openPreviewWorld,
  type PreviewWorld,
  sampleInput,
  titled,
} from './testing/preview-world.ts';

let world: PreviewWorld;

beforeAll(async () => {
  world = await openPreviewWorld();
}, 120_000);
afterAll(() => world.server.close());

describe('invalid input is refused before anything runs', () => {
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
      'a missing config',
      { marketCriteria: all(country, hiring, titled) },
      'INVALID_FILTER',
      { ruleIds: ['hiring', 'titled'] },
    ],
    [
      'a config of another block',
      {
        marketCriteria: all(hiring),
        dynamicDataBlockConfigs: [config({ positiveKeywords: ['a'] }, 'software_reviews')],
      },
      'INVALID_FILTER',
      { ruleIds: ['hiring'] },
    ],
    [
      'a config on a static field',
      { ...sampleInput, marketCriteria: all({ ...country, configId: 'engineers' }) },
      'INVALID_FILTER',
      { ruleIds: ['place'] },
    ],
    [
      'a dynamic field without a config',
      { ...sampleInput, marketCriteria: all({ ...hiring, configId: undefined }) },
      'INVALID_FILTER',
      { ruleIds: ['hiring'] },
    ],
    [
      'a config of a static block',
      { marketCriteria: all(hiring), dynamicDataBlockConfigs: [config({}, 'firmographics')] },
      'VALIDATION_FAILED',
      { problems: [expect.objectContaining({ configId: 'engineers', path: 'blockName' })] },
    ],
    [
      'two configs with one id',
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
      'a keyword with too many wildcards',
      {
        marketCriteria: all(hiring),
        dynamicDataBlockConfigs: [config({ titleKeywords: ['a ** b ** c ** d ** e ** f ** g'] })],
      },
      'VALIDATION_FAILED',
      { problems: [expect.objectContaining({ path: 'config.titleKeywords.0' })] },
    ],
    [
      'no keyword where one is needed',
      {
        marketCriteria: all({ ...hiring, field: 'software_reviews/count' }),
        dynamicDataBlockConfigs: [config({ positiveKeywords: ['  ', '**'] }, 'software_reviews')],
      },
      'VALIDATION_FAILED',
      { problems: [expect.objectContaining({ configId: 'engineers' })] },
    ],
    [
      'an empty list of values',
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
    ['groups nested too deeply', { marketCriteria: deep(11) }, 'VALIDATION_FAILED', expect.anything()],
    ['groups nested very deeply', { marketCriteria: deep(300) }, 'VALIDATION_FAILED', expect.anything()],
  ];
  test.each(broken)('%s', async (_name, input, errorCode, context) => {
    const { server, ours } = world;
    const body = typeof input === 'object' && input !== null ? input : {};
    for (const [endpoint, params] of [
      [startMarketPreview, {}],
      [countMarket, {}],
      [explainMarketCompany, { companyId: '1' }],
    ] as const) {
      const refusal = await server.refused(endpoint, { ...body, ...params }, ours);
      expect([refusal.status, refusal.body.errorCode]).toEqual([422, errorCode]);
      expect(refusal.body.context).toMatchObject(context as object);
      expect(refusal.body.message).not.toBe('');
    }
  });

  test('but input that only looks dangerous is accepted', async () => {
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
