import { countMarket, explainMarketCompany, getDeepPreview } from '@quarry/contracts';
import type { FilterRule } from '@quarry/filters';
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

describe('live counts', () => {
  test('are exact, in total and per rule, and are shared by criteria with other rule ids', async () => {
    const { server, ours, theirs, matches, preview } = world;
    const isNew = (found: PreviewWorld['matches']) => found.filter(({ isMember }) => !isMember).length;
    const founded = { id: 'founded', field: 'firmographics/founded_year', operator: 'gt', value: 1900 };
    const counts = await server.call(
      countMarket,
      { ...sampleInput, marketCriteria: all(country, hiring, founded) },
      ours,
    );
    const countOf = async (...rules: FilterRule[]) =>
      (await preview({ ...sampleInput, marketCriteria: all(...rules) })).netNew.totalCompanies;
    const unknown = (rule: FilterRule) => ({ ...rule, operator: 'notExists', value: undefined });
    expect(counts.totalCompanies).toBe(await countOf(country, hiring, founded));
    expect(counts.rules).toEqual([
      {
        ruleId: 'place',
        withoutRule: await countOf(hiring, founded),
        unknown: await countOf(unknown(country), hiring, founded),
      },
      {
        ruleId: 'hiring',
        withoutRule: await countOf(country, founded),
        unknown: await countOf(country, unknown(hiring), founded),
      },
      { ruleId: 'founded', withoutRule: matches.length, unknown: await countOf(country, hiring, unknown(founded)) },
    ]);
    expect(counts.rules.every((rule) => rule.unknown > 0 && rule.unknown < rule.withoutRule)).toBe(true);
    const renamed = all({ ...country, id: 'a' }, { ...hiring, id: 'b' }, { ...founded, id: 'c' });
    const again = await server.call(countMarket, { ...sampleInput, marketCriteria: renamed }, ours);
    expect(again.rules.map(({ ruleId }) => ruleId)).toEqual(['a', 'b', 'c']);
    expect({ ...again, rules: again.rules.map((rule, at) => ({ ...rule, ruleId: counts.rules[at]?.ruleId })) }).toEqual(
      counts,
    );
    const theirCounts = await server.call(
      countMarket,
      { ...sampleInput, marketCriteria: all(country, hiring) },
      theirs,
    );
    expect(theirCounts).toMatchObject({ totalCompanies: matches.length, totalNetNewCompanies: matches.length });
    const ourCounts = await server.call(countMarket, { ...sampleInput, marketCriteria: all(country, hiring) }, ours);
    expect(ourCounts).toMatchObject({ totalCompanies: matches.length, totalNetNewCompanies: isNew(matches) });
  });

  test('of very many rules are not counted per rule', async () => {
    const { server, theirs, matches } = world;
    const rules = Array.from({ length: 101 }, (_each, at) => ({ ...country, id: `rule ${at}` }));
    const counts = await server.call(countMarket, { marketCriteria: all(...rules) }, theirs);
    expect(counts.totalCompanies).toBeGreaterThan(matches.length);
    expect(counts.rules).toEqual([]);
  });
});

describe('the explanation of a company', () => {
  test('goes rule by rule, and covers companies of the universe only', async () => {
    const { server, ours, theirs, matches } = world;
    const [member, other] = [matches.find((match) => match.isMember), matches.find((match) => !match.isMember)];
    const notHiring = { id: 'no', combinator: 'and' as const, not: true, rules: [hiring] };
    const marketCriteria = all(country, titled, notHiring, { ...country, id: 'elsewhere', value: ['DE'] });
    const explain = (companyId = '', caller = ours) =>
      server.call(explainMarketCompany, { ...sampleInput, marketCriteria, companyId }, caller);
    const explained = await explain(member?.id);
    expect(explained).toMatchObject({ isMatch: false, isNetNew: false, meetsMandatoryRules: true });
    expect(explained.rules.map(({ ruleId, verdict }) => [ruleId, verdict])).toEqual([
      ['place', 'matches'],
      ['titled', 'matches'],
      ['hiring', 'matches'],
      ['elsewhere', 'fails'],
    ]);
    expect(explained.rules.find(({ ruleId }) => ruleId === 'hiring')?.value).toBe(member?.jobs);
    expect(explained.groups).toEqual([
      { groupId: 'root', isMatch: false },
      { groupId: 'no', isMatch: false },
    ]);
    expect((await explain(other?.id)).isNetNew).toBe(true);
    expect((await explain(member?.id, theirs)).isNetNew).toBe(true);
    const unknown = await server.refused(explainMarketCompany, { ...sampleInput, companyId: '1' }, ours);
    expect(unknown.body.errorCode).toBe('NOT_FOUND');
  });
});

describe('the rows behind a data point', () => {
  const { blockName, config } = engineers;

  test('are as many as the data point counts, newest first, in pages', async () => {
    const { server, theirs, matches } = world;
    const most = matches.toSorted((one, another) => another.jobs - one.jobs)[0];
    const page = (limit: number, offset: number) =>
      server.call(
        getDeepPreview,
        { companyId: most?.id ?? '', dataBlock: { blockName, config }, limit, offset },
        theirs,
      );
    const whole = await page(100, 0);
    expect(whole.count).toBe(most?.jobs);
    expect(whole.items).toHaveLength(Math.min(100, whole.count));
    for (const { title } of whole.items) expect(String(title)).toMatch(/engineer/i);
    const days = whole.items.map((item) => String(item.posted_at));
    expect(days).toEqual(days.toSorted().toReversed());
    expect(await page(1, 1)).toEqual({ items: whole.items.slice(1, 2), count: whole.count });
    expect(await page(10, whole.count)).toEqual({ items: [], count: whole.count });
  });

  test('are empty for an unknown company, and refused for a static block or an invalid config', async () => {
    const { server, ours } = world;
    const input = { companyId: '1', dataBlock: { blockName, config } };
    expect(await server.call(getDeepPreview, input, ours)).toEqual({ items: [], count: 0 });
    for (const dataBlock of [
      { blockName: 'firmographics', config: {} },
      { blockName: 'nothing', config: {} },
      { blockName, config: { titleKeywords: 'engineer' } },
      { blockName, config: { onlyOpenJobs: true, onlyOldJobs: true } },
      { blockName: 'team_members', config: {} },
    ]) {
      const refusal = await server.refused(getDeepPreview, { companyId: '1', dataBlock }, ours);
      expect([refusal.status, refusal.body.errorCode]).toEqual([422, 'VALIDATION_FAILED']);
    }
  });
});
