import { expect, test } from 'vitest';
import { importCompanies } from '#server/features/universe/import/import-companies.ts';
import { normaliseRecord } from '#server/features/universe/import/normalise-record.ts';
import { batchRows } from '#server/features/universe/import/row-batch.ts';
import { openTestUniverse } from '#server/features/universe/testing/test-universe.ts';
import { defaultConfig } from './default-config.ts';
import { findFilledDataPoints } from './filled-data-points.ts';
import { validateConfig } from './validate-config.ts';

test('a first table has the data points that its companies have, the most telling first', async () => {
  const universe = await openTestUniverse();
  try {
    const config = defaultConfig('north');
    const points = async () =>
      (await findFilledDataPoints(universe.warehouse, config)).map(({ internalName }) => internalName);
    expect(await points()).toEqual([]);
    async function* rows() {
      for (let n = 0; n < 100; n++) {
        yield [
          normaliseRecord(n + 1, {
            name: `Company ${n}`,
            domain: `c${n}.com`,
            country: 'NO',
            // Every company beyond the fortieth is too small for the criteria.
            employee_count: n < 40 ? 10 : 1,
            technologies: n < 2 ? ['Postgres'] : [],
            total_funding_usd: n < 1 ? 5 : null,
            industry: n >= 40 ? 'Software' : '',
          }),
        ];
      }
    }
    await importCompanies({ warehouse: universe.warehouse, batches: batchRows(rows(), 100) });
    const filled = ['firmographics/employee_count', 'firmographics/employee_range', 'firmographics/country'];
    expect(await points()).toEqual([
      ...filled,
      'firmographics/website',
      'technographics/technologies',
      'technographics/technology_count',
    ]);
    const definitions = await findFilledDataPoints(universe.warehouse, config);
    const fieldDefinitions = [...config.fieldDefinitions, ...definitions];
    expect(validateConfig({ ...config, fieldDefinitions })).toEqual([]);

    const larger = structuredClone(config);
    larger.sourcingCriteria.rules = [
      { id: 'employees', field: 'firmographics/employee_count', operator: 'gte', value: 1000 },
    ];
    const ofAll = await findFilledDataPoints(universe.warehouse, larger);
    expect(ofAll[0]).toEqual({
      internalName: 'firmographics/industry',
      externalName: 'industry',
      displayName: 'Industry',
    });
    expect(ofAll.map(({ internalName }) => internalName)).not.toContain('technographics/technologies');
  } finally {
    await universe.close();
  }
});
