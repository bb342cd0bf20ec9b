import { crmCallLimits } from '@quarry/postgres/tables/integrations';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { JobPause } from '#server/platform/jobs/job-pause.ts';
import { vendorOf } from '../vendors/index.ts';
import { openCallLimits } from './call-limits.ts';

/** So long that no place comes up during the test. */
const WINDOW_MS = 3_600_000;
const MAX = 20;
/** A tenth of the limit is never used, and 15 % of the rest may leave at once. */
const BURST = 2;
const PLACE_MS = WINDOW_MS / (18 - BURST);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const vendor = {
  ...vendorOf('HUBSPOT', readConfig({ NODE_ENV: 'test' })),
  limits: [{ lane: 'all', isForAll: true, windowMs: WINDOW_MS, max: MAX, inTokens: false }],
};
const open = (account: string) => openCallLimits(database.db, vendor, account);
const { signal } = new AbortController();

const readBusyUntil = async () => {
  const [row] = await database.db.asSystem((tx) => tx.select().from(crmCallLimits));
  return row?.busyUntil.getTime() ?? 0;
};

test('processes that share an account keep its limit together, with a tenth in hand', async () => {
  await open('shared').take({}, signal);
  const before = await readBusyUntil();
  const processes = [open('shared'), open('shared'), open('shared')];
  // Who has to wait gives up at once, and its place stays taken.
  const calls = processes.flatMap((limits) => Array.from({ length: 15 }, () => limits.take({}, AbortSignal.abort())));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(BURST);
  expect((await readBusyUntil()) - before).toBeGreaterThanOrEqual(calls.length * PLACE_MS);
});

test("a day's allowance that is nearly used up pauses every process until its time", async () => {
  await open('spent').learn({ lane: 'all', daily: { max: 1_000, remaining: 99 } });
  await expect(open('spent').take({}, signal)).rejects.toThrow(JobPause);
  await open('another').take({}, signal);
});
