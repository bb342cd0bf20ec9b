import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@quarry/clickhouse';
import { abortMarketPreview, type CallOf, countMarket, readMarketPreview, startMarketPreview } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
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

describe('a preview', () => {
  test('returns exact counts and the best companies with the data points of the rules', async () => {
    const { matches, preview } = world;
    const members = matches.filter(({ isMember }) => isMember);
    expect(members.length).toBeGreaterThan(20);
    expect(matches.length - members.length).toBeGreaterThan(0);
    const { allCompanies, netNew } = await preview(sampleInput);
    const counts = { totalCompanies: matches.length, totalNetNewCompanies: matches.length - members.length };
    expect(allCompanies).toMatchObject(counts);
    expect(netNew).toMatchObject(counts);
    expect(
      netNew.schema.map(({ fieldName, displayName, configId, deepPreviewSchema }) => [
        fieldName,
        displayName,
        configId,
        deepPreviewSchema === null,
      ]),
    ).toEqual([
      ['firmographics/company_name', 'Company name', null, true],
      ['firmographics/country', 'Country', null, true],
      ['jobs/count#engineers', 'Engineering jobs · Matching jobs', 'engineers', false],
      ['jobs/titles#engineers', 'Engineering jobs · Titles of matching jobs', 'engineers', true],
    ]);
    const byId = new Map(matches.map((match) => [match.id, match]));
    const found = [...(allCompanies?.previewData ?? []), ...netNew.previewData];
    expect(found.length).toBeGreaterThan(20);
    for (const row of found) {
      const match = byId.get(String(row['firmographics/company_id']));
      expect(row['firmographics/company_name']).toBe(match?.name);
      expect(row['jobs/count#engineers']).toBe(match?.jobs);
      expect(row['firmographics/primary_domain']).toMatch(/\./);
      expect(row).toHaveProperty(['firmographics/linked_in_url']);
      expect(['US', 'GB']).toContain(row['firmographics/country']);
    }
    const ids = netNew.previewData.map((row) => byId.get(String(row['firmographics/company_id'])));
    expect(ids.every((match) => match?.isMember === false)).toBe(true);
    expect(ids).toHaveLength(Math.min(20, counts.totalNetNewCompanies));
  });

  test('of net-new companies leaves out all others', async () => {
    const { preview } = world;
    const whole = await preview(sampleInput);
    const only = await preview({ ...sampleInput, previewNetNewOnly: true });
    expect(only).toEqual({ allCompanies: null, netNew: { ...whole.netNew, totalCompanies: null } });
  });

  test('is reused for the same content, unless something that it depends on has changed', async () => {
    const { server, ours, matches, waitForPreview, preview, exclude } = world;
    const start = async (input: CallOf<typeof startMarketPreview>, caller = ours) =>
      (await server.call(startMarketPreview, input, caller)).token;
    const first = await start(sampleInput);
    await waitForPreview(first);
    const same = {
      marketCriteria: {
        ...all({ ...country, id: 'x' }, { ...hiring, field: 'jobs/count#engineers', configId: undefined }, titled),
        id: 'other',
        label: 'A label',
      },
      dynamicDataBlockConfigs: [
        { ...engineers, config: { titleKeywords: [' engineer'], onlyOpenJobs: false, countries: [] } },
        { ...engineers, configId: 'unused', config: { onlyOpenJobs: 'nonsense' } },
      ],
    };
    expect(await start(same)).toBe(first);
    const changed = [
      { ...sampleInput, marketCriteria: all(country, { ...hiring, value: 2 }, titled) },
      { ...sampleInput, marketCriteria: { ...sampleInput.marketCriteria, not: true } },
      { ...sampleInput, dynamicDataBlockConfigs: [{ ...engineers, label: 'Other' }] },
      { ...sampleInput, dynamicDataBlockConfigs: [{ ...engineers, config: { titleKeywords: ['engineer'] } }] },
    ];
    const tokens = await Promise.all(changed.map((input) => start(input)));
    expect(new Set([first, ...tokens]).size).toBe(5);
    const excluded = matches.find(({ isMember }) => !isMember);
    await exclude([excluded?.id ?? '']);
    try {
      const { netNew } = await preview(sampleInput);
      expect(netNew.totalCompanies).toBe(matches.length);
      expect(netNew.totalNetNewCompanies).toBe(matches.filter(({ isMember }) => !isMember).length - 1);
      expect(netNew.previewData.map((row) => row['firmographics/company_id'])).not.toContain(excluded?.id);
    } finally {
      await exclude([]);
    }
  });

  test('of one account is invisible to another, whose counts differ', async () => {
    const { server, ours, theirs, matches, waitForPreview, preview } = world;
    const { token } = await server.call(startMarketPreview, sampleInput, ours);
    for (const endpoint of [readMarketPreview, abortMarketPreview]) {
      expect((await server.refused(endpoint, { token }, theirs)).body.errorCode).toBe('NOT_FOUND');
    }
    expect((await waitForPreview(token)).status).toBe('SUCCEEDED');
    const { netNew } = await preview(sampleInput, theirs);
    expect(netNew.totalNetNewCompanies).toBe(matches.length);
    expect((await server.refused(readMarketPreview, { token: "' or 1=1" }, ours)).status).toBe(404);
  });
});

/** Keeps the engine busy: configs of a hundred costly keywords each, without any match. */
function heavy(seed: string, size: number): CallOf<typeof startMarketPreview> {
  const keywordsOf = (at: number) => Array.from({ length: 100 }, (_each, word) => `${seed}${at} ** q${word} ** *x`);
  const dynamicDataBlockConfigs = Array.from({ length: size }, (_each, at) => ({
    configId: `heavy-${at}`,
    blockName: 'jobs',
    label: `Heavy ${at}`,
    config: { onlyOpenJobs: false, descriptionKeywords: keywordsOf(at) },
  }));
  const rules = dynamicDataBlockConfigs.map(({ configId }) => ({ ...hiring, id: configId, configId }));
  return { marketCriteria: { id: 'root', combinator: 'or', rules }, dynamicDataBlockConfigs };
}

const processRow = z.object({ statements: z.number() });
/**
 * Waits until the engine runs a statement other than this check, or none. A statement notices cancellation only after
 * planning, so a cancelled one counts as ended.
 */
async function untilEngine(state: 'is busy' | 'is idle'): Promise<void> {
  for (let round = 0; round < 1_000; round++) {
    const [row] = await world.server.platform.warehouse.rows(
      sql`SELECT toUInt32(count()) AS statements FROM system.processes
        WHERE NOT is_cancelled AND query NOT LIKE '%system.processes%'`,
      processRow,
    );
    if ((row?.statements ?? 0) > 0 === (state === 'is busy')) return;
    await sleep(10);
  }
  throw new Error(`The engine never ${state}`);
}

describe('an aborted preview', () => {
  test('kills its statement in the engine', async () => {
    const { server, ours, waitForPreview } = world;
    const { token } = await server.call(startMarketPreview, heavy('kill', 40), ours);
    await untilEngine('is busy');
    expect(await server.call(abortMarketPreview, { token }, ours)).toEqual({ status: 'ABORTED' });
    await untilEngine('is idle');
    expect(await waitForPreview(token)).toEqual({ status: 'ABORTED', progress: null, output: null, error: null });
    // Aborting again changes nothing.
    expect(await server.call(abortMarketPreview, { token }, ours)).toEqual({ status: 'ABORTED' });
  });

  test('leaves nothing behind, fifty times in a row', async () => {
    const { server, ours } = world;
    for (let at = 0; at < 50; at++) {
      const { token } = await server.call(startMarketPreview, heavy(`run${at}x`, 1), ours);
      if (at % 5 === 0) await sleep(at);
      await server.call(abortMarketPreview, { token }, ours);
    }
    expect(server.platform.executions.running()).toBe(0);
    await untilEngine('is idle');
    const left = await server.platform.db.asSystem((tx) =>
      tx.select({ id: executions.id }).from(executions).where(eq(executions.status, 'RUNNING')),
    );
    expect(left).toEqual([]);
  });
});

test('counts end in the engine when their request does', async () => {
  const { server, ours } = world;
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const caller = new AbortController();
  const answer = fetch(`${address}/api${countMarket.path}?client=${ours.client}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ours.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(heavy('counts', 40)),
    signal: caller.signal,
  });
  const left = expect(answer).rejects.toThrow(/abort/i);
  await untilEngine('is busy');
  caller.abort();
  await left;
  await untilEngine('is idle');
});
