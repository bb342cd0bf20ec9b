import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { answerError } from './errors.ts';
import { fileLink, mountFileLinks } from './file-links.ts';
import { type Files, openFiles } from './files.ts';
import { createSecrets } from './secrets.ts';

const config = readConfig({ NODE_ENV: 'test', QUARRY_PUBLIC_URL: 'http://quarry.test' });
const secrets = createSecrets('a secret of the tests, long enough for a key');
let folder: string;
let files: Files;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-links-'));
  files = await openFiles(config, join(folder, 'files'));
  await files.put('exports/ours/a.csv', 'name\r\nÉcole');
  await files.put('exports/theirs/a.csv', 'name\r\nSecret');
  writeFileSync(join(folder, 'outside.txt'), 'Secret');
  app = Fastify();
  app.setErrorHandler(answerError);
  mountFileLinks(app, { files, secrets });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const link = (key: string, seconds = 60, filename = 'Zürich „Liste“.csv') =>
  fileLink(
    { config, files, secrets },
    { key, filename, contentType: 'text/csv; charset=utf-8' },
    new Date(Date.now() + seconds * 1000),
  );
const follow = (url: string) => app.inject({ method: 'GET', url: url.replace('http://quarry.test', '') });

test('a link serves its file under its name, without sign-in', async () => {
  const answer = await follow(await link('exports/ours/a.csv'));
  expect([answer.statusCode, answer.body]).toEqual([200, 'name\r\nÉcole']);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(answer.rawPayload.length),
    'content-disposition': `attachment; filename="Z_rich _Liste_.csv"; filename*=UTF-8''Z%C3%BCrich%20%E2%80%9EListe%E2%80%9C.csv`,
    'cache-control': 'private, no-store',
  });
});

test('a name cannot add headers', async () => {
  const { headers } = await follow(await link('exports/ours/a.csv', 60, 'a";\r\nset-cookie: x=1\r\n'));
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['content-disposition']).toMatch(/^attachment; filename="a_;__set-cookie: x=1__"; /);
});

test('a link with a changed or added character does not work', async () => {
  const url = await link('exports/ours/a.csv');
  for (let at = url.indexOf('?') + 1; at < url.length; at++) {
    const changed = `${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`;
    const { statusCode, body } = await follow(changed);
    expect([changed, statusCode]).toEqual([changed, 404]);
    expect(JSON.parse(body)).toMatchObject({ errorCode: 'NOT_FOUND' });
  }
  expect((await follow(`${url}A`)).statusCode).toBe(404);
  expect((await follow(`${url}&name=other.exe`)).statusCode).toBe(404);
});

test('a link ends when it expires or its file is gone', async () => {
  expect((await follow(await link('exports/ours/a.csv', -1))).statusCode).toBe(404);
  expect((await follow(await link('exports/ours/gone.csv'))).statusCode).toBe(404);
});

test('a link works for one file only, never outside the store', async () => {
  const own = new URL(await link('exports/ours/a.csv'));
  for (const key of ['exports/theirs/a.csv', '../outside.txt', '/etc/passwd', 'exports/ours/../../../outside.txt']) {
    const url = new URL(own);
    url.searchParams.set('key', key);
    expect((await follow(url.href)).statusCode).toBe(404);
  }
  // Even if the server could be tricked into signing such a link.
  const signed = await follow(await link('../outside.txt'));
  expect(signed.statusCode).toBeGreaterThanOrEqual(400);
  expect(signed.body).not.toContain('Secret');
  for (const url of [
    '/api/files',
    '/api/files/../outside.txt',
    '/api/files/%2e%2e%2foutside.txt',
    '/api/files/exports/ours/a.csv',
  ]) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
});

test('a link to an object store is presigned, with the file name', async () => {
  const s3Config = readConfig({
    NODE_ENV: 'test',
    S3_BUCKET: 'quarry',
    S3_ENDPOINT: 'http://store.test',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  const parts = { config: s3Config, files: await openFiles(s3Config, '/nowhere'), secrets };
  const file = { key: 'exports/x/y.csv', filename: 'é.csv', contentType: 'text/csv' };
  const url = new URL(await fileLink(parts, file, new Date(Date.now() + 60_000)));
  expect(url.href.startsWith('http://store.test/quarry/exports/x/y.csv?')).toBe(true);
  expect(Number(url.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
  expect(url.searchParams.get('response-content-disposition')).toContain("filename*=UTF-8''%C3%A9.csv");
  expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
});
