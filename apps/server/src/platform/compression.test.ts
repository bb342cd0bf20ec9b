import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import * as contracts from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJSONSchema } from 'zod';
import { doors } from '#server/doors.ts';
import { openTestApp, type TestApp } from '#server/features/accounts/testing/test-app.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';

let world: TestApp;
let token: string;
beforeAll(async () => {
  world = await openTestApp();
  const client = await createTestClient(world.platform, 'acme');
  ({ token } = await signedInPerson(world.platform, { memberOf: { [client]: ['USER', 'ADMIN'] } }));
});
afterAll(() => world.close());

const read = ({ path }: { path: string }, encoding: string, { etag = '', host = 'quarry.test' } = {}) =>
  world.app.inject({
    url: `/api${path}?client=acme`,
    headers: { host, authorization: `Bearer ${token}`, 'accept-encoding': encoding, 'if-none-match': etag },
  });

test('long answers are compressed as the browser asks, and keep their validator', async () => {
  const plain = await read(contracts.getClient, 'identity');
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding']);
  const packed = await read(contracts.getClient, 'gzip, deflate, br, zstd');
  expect([packed.headers['content-encoding'], packed.headers.etag]).toEqual(['zstd', plain.headers.etag]);
  expect(zstdDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  expect(packed.rawPayload.length).toBeLessThan(plain.body.length / 2);
  const older = await read(contracts.getClient, 'gzip, deflate, br');
  expect(older.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(older.rawPayload).toString()).toBe(plain.body);
  const zipped = await read(contracts.getClient, 'br;q=0, gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  expect((await read(contracts.getClient, 'br', { etag: String(plain.headers.etag) })).statusCode).toBe(304);
});

test('answers that stay on this machine are not compressed', async () => {
  const answer = await read(contracts.getClient, 'gzip, deflate, br, zstd', { host: 'localhost:4100' });
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
});

test('short answers are not compressed', async () => {
  const answer = await world.app.inject({
    url: `/api${contracts.getClient.path}?client=nobody`,
    headers: { host: 'quarry.test', authorization: `Bearer ${token}`, 'accept-encoding': 'br' },
  });
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([403, undefined]);
});

test('no compressed answer has room for a secret', () => {
  const compressed = doors.map(({ endpoint }) => endpoint).filter(({ isCompressed }) => isCompressed === true);
  expect(compressed).toContain(contracts.searchCompanies);
  for (const { path, access, audit, output } of compressed) {
    expect(['client', 'any-account', 'staff']).toContain(access.kind);
    expect([path, audit]).toEqual([path, false]);
    const names = JSON.stringify(toJSONSchema(output, { unrepresentable: 'any', io: 'input' }));
    expect([path, /"\w*(token|secret|password|downloadUrl|apiKey)\w*":/i.exec(names)]).toEqual([path, null]);
  }
});
