import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { openCluster } from '@quarry/clickhouse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPlatform, type TestPlatform } from '#server/testing/test-platform.ts';
import { readinessReport } from './readiness.ts';

/** Accepts connections and leaves them unanswered while `isFrozen`, like a server whose machine hangs. */
let isFrozen = false;
const held = new Set<Socket>();
let server: Server;
let opened: TestPlatform;
const answer = (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nOk.\n');

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      if (isFrozen) held.add(socket);
      else answer(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  opened = await openTestPlatform({
    environment: {},
    openWarehouse: async () => openCluster({ url: `http://127.0.0.1:${address.port}` }),
    doors: [],
    jobDefinitions: [],
  });
});
afterAll(async () => {
  await opened.close();
  server.close();
});

const probe = async (remoteAddress = '192.0.2.7') => {
  const response = await opened.app.inject({ url: '/readyz', remoteAddress });
  return { status: response.statusCode, body: response.json() };
};

test('a frozen store is named within seconds, and probes do not pile up on it', async () => {
  const { platform } = opened;
  expect(await probe()).toEqual({ status: 200, body: { status: 'ready' } });
  isFrozen = true;
  const [first, second, report] = await Promise.all([probe(), probe(), readinessReport(platform)]);
  expect([first, second]).toEqual(Array.from({ length: 2 }, () => ({ status: 503, body: { status: 'unavailable' } })));
  expect(report.stores).toEqual([
    { name: 'database', isReachable: true },
    { name: 'warehouse', isReachable: false },
  ]);
  expect((await readinessReport(platform)).isReady).toBe(false);
  expect(held.size).toBe(1);
  isFrozen = false;
  for (const socket of held) answer(socket);
  await expect.poll(() => probe()).toEqual({ status: 200, body: { status: 'ready' } });
});

test('a problem that stops work makes the process not ready until it ends', async () => {
  const { platform } = opened;
  platform.problems.report('mail', 'No mail can be sent.', { stopsWork: false });
  expect((await probe()).status).toBe(200);
  platform.problems.report('disk', 'The disk is full.');
  expect(await probe()).toEqual({ status: 503, body: { status: 'unavailable' } });
  expect(await readinessReport(platform)).toMatchObject({
    isReady: false,
    problems: [{ id: 'mail' }, { id: 'disk', message: 'The disk is full.' }],
  });
  // Only those who may monitor learn more than one word.
  expect((await probe('127.0.0.1')).body).toMatchObject({
    status: 'unavailable',
    stores: [{ name: 'database' }, { name: 'warehouse' }],
    problems: [{ id: 'mail' }, { id: 'disk', message: 'The disk is full.' }],
  });
  platform.problems.settle('disk');
  expect((await probe()).status).toBe(200);
});
