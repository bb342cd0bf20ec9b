import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const isApi = (path: string): boolean => path.startsWith('/api/') && !path.startsWith('/api/auth/');

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.split(',').some((each) => each.trim() === etag);
}

/** Lets browsers keep answers to reads, if they ask each time whether these still hold. Anything else may hold tokens. */
export function controlCaching(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.hasHeader('cache-control')) return payload;
    const isRead = (request.method === 'GET' || request.method === 'HEAD') && reply.statusCode === 200;
    if (!isRead || typeof payload !== 'string' || !isApi(request.routeOptions.url ?? '')) {
      reply.header('cache-control', 'no-store');
      return payload;
    }
    const etag = `W/"${hash('sha256', payload, 'base64url').slice(0, 27)}"`;
    reply.headers({ 'cache-control': 'private, no-cache', etag });
    if (!isKnown(request.headers['if-none-match'], etag)) return payload;
    reply.status(304);
    return null;
  });
}
