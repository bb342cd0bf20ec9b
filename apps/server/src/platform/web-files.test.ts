import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerError } from './errors.ts';
import { answerWebRoute, serveWebFiles } from './web-files.ts';

let folder: string;
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-web-'));
  writeFileSync(join(folder, 'index.html'), 'the app');
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
