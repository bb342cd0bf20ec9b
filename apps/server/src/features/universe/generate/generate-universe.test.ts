import { sql } from '@quarry/clickhouse';
import { foldText } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { companyId } from '../company-id.ts';
import { isUniverseEmpty } from '../is-universe-empty.ts';
import { mandatoryRules } from '../mandatory-rules.ts';
import { normaliseDomain } from '../normalise-domain.ts';
import { universeQuality } from '../quality.ts';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { readTable } from '../universe-table.ts';
import { type GenerateReport, generateUniverse } from './generate-universe.ts';
import { STEMS, slugOf, TAILS } from './vocabulary.ts';

const TODAY = '2026-11-20';
const TABLES = [
  'companies',
  'funding',
  'web_traffic',
  'technographics',
  'social',
  'ads',
  'reviews_summary',
  'jobs',
  'team_members',
  'software_reviews',
  'software_features',
  'pages',
  'collections',
] as const;

let universe: TestUniverse;
let report: GenerateReport;
beforeAll(async () => {
  universe = await openTestUniverse();
  expect(await isUniverseEmpty(universe.warehouse)).toBe(true);
  report = await generate(3000, 7);
});
afterAll(() => universe.close());

const generate = (companies: number, seed: number) =>
  generateUniverse({ warehouse: universe.warehouse, companies, seed, today: TODAY });

describe('generateUniverse', () => {
  it('generates the requested number of companies, with distinct domains, and reports it', async () => {
    expect(report).toMatchObject({ companiesCreated: 3000, companiesExisting: 0, rows: { companies: 3000 } });
    const counts = await universe.one(
      sql`SELECT uniqExact(domain) AS domains, uniqExact(name) AS names, uniqExact(country) AS countries,
        countIf(NOT is_synthetic) AS real, countIf(NOT endsWith(domain, '.example')) AS elsewhere,
        (SELECT count() FROM ${readTable('companies')} WHERE ${mandatoryRules()}) AS sourced FROM ${readTable('companies')}`,
      z.record(z.string(), z.coerce.number()),
    );
    expect(counts).toMatchObject({ domains: 3000, real: 0, elsewhere: 0, sourced: 3000 });
    expect(counts.names).toBeLessThan(3000);
    expect(counts.countries).toBeGreaterThan(20);
    expect(await isUniverseEmpty(universe.warehouse)).toBe(false);
  });

  it('generates the same again, over existing rows and from scratch', async () => {
    const before = await universe.fingerprints(TABLES);
    expect(await generate(3000, 7)).toMatchObject({ companiesCreated: 0, companiesExisting: 3000 });
    expect(await universe.fingerprints(TABLES)).toEqual(before);
    await universe.empty();
    await generate(3000, 7);
    expect(await universe.fingerprints(TABLES)).toEqual(before);
  });

  it('agrees with the product on ids, domains and folded texts', async () => {
    const companies = await universe.warehouse.rows(
      sql`SELECT company_id, domain FROM ${readTable('companies')} LIMIT 200`,
      z.object({ company_id: z.string(), domain: z.string() }),
    );
    for (const { company_id, domain } of companies) {
      expect(String(companyId({ kind: 'domain', value: domain }))).toBe(company_id);
      expect(normaliseDomain(domain)).toEqual({ host: domain, root: domain });
    }
    const jobs = await universe.warehouse.rows(
      sql`SELECT title, title_text, description, description_text FROM ${readTable('jobs')} LIMIT 2000`,
      z.record(z.string(), z.string()),
    );
    for (const job of jobs) {
      expect(job.title_text).toBe(foldText(job.title ?? ''));
      expect(job.description_text).toBe(foldText(job.description ?? ''));
    }
  });

  it('relates size, jobs, people, technologies and reviews', async () => {
    const related = await universe.one(
      sql`SELECT corr(log10(size), jobs) AS size_jobs, corr(log10(size), people) AS size_people,
        corr(log10(size), tools) AS size_tools, countIf(is_hiring AND jobs = 0 AND was_collected) AS hiring_without_jobs
      FROM (
        SELECT company_id, coalesce(employee_count, employee_count_max) AS size, is_hiring, jobs, people, tools,
          company_id IN (SELECT company_id FROM ${readTable('collections')} WHERE block = 'jobs') AS was_collected
        FROM ${readTable('companies')}
        LEFT JOIN (SELECT company_id, count() AS jobs FROM ${readTable('jobs')} GROUP BY 1) AS j USING company_id
        LEFT JOIN (SELECT company_id, count() AS people FROM ${readTable('team_members')} GROUP BY 1) AS p USING company_id
        LEFT JOIN (SELECT company_id, technology_count AS tools FROM ${readTable('technographics')}) AS t USING company_id
      ) WHERE isNotNull(size)`,
      z.record(z.string(), z.coerce.number()),
    );
    expect(related.size_jobs).toBeGreaterThan(0.2);
    expect(related.size_people).toBeGreaterThan(0.3);
    expect(related.size_tools).toBeGreaterThan(0.1);
    expect(related.hiring_without_jobs).toBe(0);
    const sums = await universe.one(
      sql`SELECT countIf(review_count != reviews) AS different FROM ${readTable('reviews_summary')}
        INNER JOIN (SELECT company_id, count() AS reviews FROM ${readTable('software_reviews')} GROUP BY 1) AS r USING company_id`,
      z.object({ different: z.coerce.number() }),
    );
    expect(sums.different).toBe(0);
  });

  it('invents people who cannot be reached', async () => {
    const people = await universe.one(
      sql`SELECT countIf(email != '' AND NOT match(email, '^[a-z0-9.-]+@[a-z0-9-]+\\.example\\.com$')) AS reachable,
        countIf(NOT is_synthetic) AS unmarked, count() AS people FROM ${readTable('team_members')}`,
      z.record(z.string(), z.coerce.number()),
    );
    expect(people).toMatchObject({ reachable: 0, unmarked: 0 });
    expect(people.people).toBeGreaterThan(3000);
  });

  it('gives every company a quality from 0 to 100', async () => {
    const range = await universe.one(
      sql`SELECT min(q) AS low, max(q) AS high, uniqExact(q) AS different FROM (SELECT ${universeQuality(TODAY)} AS q FROM ${readTable('companies')})`,
      z.record(z.string(), z.coerce.number()),
    );
    expect(range.low).toBeGreaterThan(0);
    expect(range.high).toBeLessThanOrEqual(100);
    expect(range.different).toBeGreaterThan(100);
  });

  it('completes an interrupted run, and counts as empty until then', async () => {
    await universe.empty();
    await generate(300, 1);
    const whole = await universe.fingerprints(TABLES);
    await universe.empty();
    const stop = new AbortController();
    const cut = generateUniverse({
      warehouse: universe.warehouse,
      companies: 300,
      seed: 1,
      today: TODAY,
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'people') stop.abort();
      },
    });
    await expect(cut).rejects.toThrow();
    expect(await isUniverseEmpty(universe.warehouse)).toBe(true);
    await generate(300, 1);
    expect(await universe.fingerprints(TABLES)).toEqual(whole);
    expect(await isUniverseEmpty(universe.warehouse)).toBe(false);
  });
});

describe('vocabulary', () => {
  it('has unique slugs', () => {
    expect(new Set(STEMS.map((stem) => stem.slug)).size).toBe(STEMS.length);
    expect(new Set(TAILS.map((tail) => tail.slug)).size).toBe(TAILS.length);
    for (const { name, slug } of STEMS) expect(slug).toBe(slugOf(name));
    for (const { slug } of [...STEMS, ...TAILS]) expect(slug).toMatch(/^[a-z0-9-]+$/);
  });
});
