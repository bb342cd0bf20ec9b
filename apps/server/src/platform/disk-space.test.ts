import { WarehouseError } from '@quarry/clickhouse';
import { startExport } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { assertRoomFor, isDiskFull, watchDiskSpace } from './disk-space.ts';
import { toAppError } from './errors.ts';

/** With a reserve that no disk has. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ QUARRY_MIN_FREE_DISK_MB: '1000000000' });
});
afterAll(() => server.close());

const caused = (cause: Error) => new Error('Failed query: insert into …', { cause });
const withCode = (code: string, message = '') => Object.assign(new Error(message), { code });

test.each([
  ['a file', withCode('ENOSPC', 'ENOSPC: no space left on device, write')],
  ['a quota', withCode('EDQUOT')],
  ['a statement of PostgreSQL', caused(withCode('53100', 'could not extend file'))],
  ['the start of PostgreSQL', new Error('The database server ended (code 1). Its output: … No space left on device')],
  ['a reservation of the data engine', new WarehouseError('unavailable', 243)],
  ['a write of the data engine', new WarehouseError('query', 75, new Error('errno: 28, No space left on device'))],
])('a full disk is recognised: %s', (_what, error) => {
  expect(isDiskFull(error)).toBe(true);
  expect(toAppError(error)).toMatchObject({ status: 503, errorCode: 'UNAVAILABLE', context: { reason: 'DISK_FULL' } });
  expect(toAppError(error).message).toMatch(/^The disk of this installation is full\./);
});

test('work that needs room is refused below the reserve, and the problem lasts until there is more', async () => {
  const { config, problems, log } = server.platform;
  const enough = { dataDir: config.dataDir, minFreeDiskBytes: 1 };
  const tooLittle = { ...enough, minFreeDiskBytes: 2 ** 60 };
  await assertRoomFor(enough);
  await expect(assertRoomFor(tooLittle)).rejects.toMatchObject({ status: 503, context: { reason: 'DISK_FULL' } });
  await expect(assertRoomFor(enough, 2 ** 60)).rejects.toMatchObject({ status: 503 });
  const fail = (error: unknown) => log.error({ err: error }, 'unexpected');
  const full = watchDiskSpace(tooLittle, problems, fail);
  await expect
    .poll(() => problems.list())
    .toMatchObject([{ id: 'disk', message: expect.stringContaining(config.dataDir) }]);
  await full.stop();
  const free = watchDiskSpace(enough, problems, fail);
  await expect.poll(() => problems.list()).toEqual([]);
  await free.stop();
});

test('without room a new export is refused, and a build waits', async () => {
  const { platform } = server;
  const clientId = await createTestClient(platform, 'roomless');
  const { token } = await signedInPerson(platform, { memberOf: { [clientId]: ['USER'] } });
  const input = { exportType: 'DATASET', exportConfig: {} };
  const refused = await server.refused(startExport, input, { token, client: 'roomless' });
  expect([refused.status, refused.body]).toMatchObject([503, { context: { reason: 'DISK_FULL' } }]);
  const jobId = await platform.db.asSystem((tx) => requestBuild(tx, platform.jobs, clientId, {}, 'test'));
  await expect.poll(async () => (await platform.jobs.get(jobId))?.error, { timeout: 20_000 }).toMatch(/^The disk of /);
  expect(await platform.jobs.get(jobId)).toMatchObject({ status: 'WAITING', attempt: 0 });
});
