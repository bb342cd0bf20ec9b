import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An S3-compatible store in memory, for what Quarry asks of one. It checks no signatures. */
export interface ObjectStore {
  readonly url: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
}

export async function openObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    answer(objects, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The object store has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    objects,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The body without the sizes and signatures of chunks that `aws-chunked` puts into it. */
function unchunked(body: Buffer, request: IncomingMessage): Buffer {
  if (!(request.headers['content-encoding'] ?? '').includes('aws-chunked')) return body;
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

async function answer(objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
  const key = decodeURIComponent(pathname);
  if (request.method === 'PUT') objects.set(key, unchunked(await buffer(request), request));
  if (request.method === 'DELETE') objects.delete(key);
  if (request.method === 'GET' && searchParams.has('list-type')) {
    const bucket = `${key.replace(/\/$/, '')}/`;
    const prefix = `${bucket}${searchParams.get('prefix') ?? ''}`;
    const found = [...objects.keys()]
      .filter((each) => each.startsWith(prefix))
      .map((each) => each.slice(bucket.length));
    const contents = found.map((each) => `<Contents><Key>${each}</Key></Contents>`).join('');
    response.setHeader('content-type', 'application/xml');
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
    return;
  }
  const object = objects.get(key);
  if (request.method === 'PUT' || request.method === 'DELETE') {
    response.writeHead(request.method === 'PUT' ? 200 : 204).end();
  } else if (object === undefined) {
    response.writeHead(404).end();
  } else {
    const headers = { 'content-length': object.length, etag: `"${createHash('sha256').update(object).digest('hex')}"` };
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : object);
  }
}
