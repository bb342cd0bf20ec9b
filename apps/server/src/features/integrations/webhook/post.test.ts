import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postTo } from './post.ts';

let server: Server;
let port = 0;
const received: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(request.url ?? '');
    if (request.url === '/moved') response.writeHead(302, { location: `http://127.0.0.1:${port}/elsewhere` });
    if (request.url === '/long') return void response.end('x'.repeat(1_000_000));
    if (request.url === '/silent') return;
    if (request.url === '/broken') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      return void setTimeout(() => response.destroy(), 20);
    }
    response.end('fine');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address === 'object' && address !== null) port = address.port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = { headers: { 'Content-Type': 'application/json' }, bytes: Buffer.from('{}') };
const post = (path: string, options: Partial<Parameters<typeof postTo>[2]> = {}) =>
  postTo(`http://127.0.0.1:${port}${path}`, request, { allowsPrivateTargets: true, ...options });

test('redirects are not followed', async () => {
  expect(await post('/moved')).toMatchObject({ kind: 'answered', status: 302 });
  expect(received).not.toContain('/elsewhere');
});

test('no more than 64 kB of an answer are read', async () => {
  const posted = await post('/long');
  expect(posted).toMatchObject({ kind: 'answered', status: 200 });
  expect(posted.kind === 'answered' && posted.body.length).toBe(64 * 1024);
});

test('a receiver that does not answer in time is unreachable, and one that breaks off after its status is not', async () => {
  expect(await post('/silent', { timeoutMs: 100 })).toMatchObject({
    kind: 'unreachable',
    message: 'There was no answer within 0.1 seconds',
  });
  expect(await post('/broken')).toMatchObject({ kind: 'answered', status: 200, body: 'half' });
});

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '10.1.2.3', '169.254.169.254'])(
  'the literal address %s is refused',
  async (host) => {
    const before = received.length;
    const posted = await postTo(`http://${host}:${port}/`, request, { allowsPrivateTargets: false });
    expect(posted).toMatchObject({ kind: 'unreachable', isForbidden: true });
    expect(received).toHaveLength(before);
  },
);

test('a name is refused by the address that is connected to, however often it changes', async () => {
  const addresses = ['93.184.216.34', '127.0.0.1'];
  const rebinding = async () => [{ address: addresses.shift() ?? '127.0.0.1', family: 4 }];
  // Whoever checks before the connection gets the harmless answer.
  await rebinding();
  const before = received.length;
  const posted = await postTo(`http://rebound.example:${port}/`, request, {
    allowsPrivateTargets: false,
    resolve: rebinding,
  });
  expect(posted).toMatchObject({ kind: 'unreachable', isForbidden: true });
  expect(received).toHaveLength(before);
});
