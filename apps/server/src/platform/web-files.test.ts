import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerError } from './errors.ts';
import { answerWebRoute, serveWebFiles } from './web-files.ts';

const PAGE = 'the app '.repeat(500);

let folder: string;
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-web-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(PAGE));
  writeFileSync(join(folder, 'index.html.gz'), gzipSync(PAGE));
  app = Fastify();
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerWebRoute);
  await serveWebFiles(app, folder);
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Sends the address as it is, which `inject` and `fetch` don't. */
async function statusOf(method: string, path: string): Promise<number | undefined> {
  const sent = request({ host: '127.0.0.1', port, method, path, agent: false }).end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  answer?.resume();
  return answer?.statusCode;
}

test.each(['//', '//x', '/%00', '/%ff', '/..%2f..%2fetc%2fpasswd', '/assets/%00', '/\\', '/?%', 'http://[/'])(
  'an odd address is no server error: %s',
  async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) expect(await statusOf(method, path)).toBeLessThan(500);
  },
);

test('files are sent as they were compressed by the build, to browsers that accept it', async () => {
  const fetchPage = (path: string, encoding: string) =>
    app.inject({ url: path, headers: { 'accept-encoding': encoding } });
  for (const path of ['/', '/app/demo/tags']) {
    const packed = await fetchPage(path, 'gzip, deflate, br');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' });
    expect(packed.headers.vary).toContain('accept-encoding');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(PAGE);
    expect((await fetchPage(path, 'gzip')).headers['content-encoding']).toBe('gzip');
    expect((await fetchPage(path, 'identity')).body).toBe(PAGE);
  }
});
