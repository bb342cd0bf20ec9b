import { ENDPOINTS } from '@quarry/contracts/testing/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('health, readiness and metrics answer without a sign-in', async () => {
  const get = (url: string) => server.app.inject({ url });
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toMatchObject({ status: 'ready', problems: [] });
  const metrics = await get('/metrics');
  expect(metrics.body).toContain(
    'quarry_http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}',
  );
});

test('the API description lists every endpoint and has a page', async () => {
  const document = z
    .object({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse((await server.app.inject({ url: '/api/openapi.json' })).json());
  for (const { method, path } of ENDPOINTS) {
    expect(document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]).toHaveProperty(method.toLowerCase());
  }
  expect((await server.app.inject({ url: '/api/docs/' })).statusCode).toBe(200);
});

test('an unknown address gets the standard error body and a request id', async () => {
  const answer = await server.app.inject({ url: '/api/nothing' });
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { message: 'There is nothing at this address.', errorCode: 'NOT_FOUND', context: {} },
  ]);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});
