import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openFiles } from './files.ts';

test('files are read back, and none outside the folder can be reached', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-files-'));
  const files = await openFiles(readConfig({ NODE_ENV: 'test' }), folder);
  await files.put('exports/a.csv', 'name\r\nÉcole');
  expect(await files.get('exports/a.csv')).toBe('name\r\nÉcole');
  await expect(async () => files.get('../../etc/passwd')).rejects.toThrow(/traversal/i);
  rmSync(folder, { recursive: true });
});

test('with a bucket configured, files go to the object store in signed requests', async () => {
  const stored = new Map<string, Buffer>();
  const requests: IncomingMessage[] = [];
  const store = createServer((request, response) => {
    requests.push(request);
    const key = new URL(request.url ?? '/', 'http://store').pathname;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'PUT') stored.set(key, Buffer.concat(chunks));
      response.end(request.method === 'GET' ? stored.get(key) : undefined);
    });
  });
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  const address = store.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const config = readConfig({
    NODE_ENV: 'test',
    S3_BUCKET: 'quarry',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  const files = await openFiles(config, '/nowhere');
  await files.put('exports/a.csv', 'x');
  expect([...stored.keys()]).toEqual(['/quarry/exports/a.csv']);
  expect(requests[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\//);
  await new Promise((resolve) => store.close(resolve));
});
