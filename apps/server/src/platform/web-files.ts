import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerNotFound } from './errors.ts';

/** Serves the built web app. Hashed assets are cached for a year, everything else is revalidated. */
export async function serveWebFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: 'index.html',
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(root, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** Serves the app's page for its routes, and an error for any other address without a file. */
export function answerWebRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [pathname = ''] = request.url.split(/[?#]/);
  const looksLikeFile = /\.[a-z0-9]{2,5}$/i.test(pathname) && !pathname.startsWith('/app/');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || pathname.startsWith('/api/') || looksLikeFile) return answerNotFound(request, reply);
  return reply.sendFile('index.html');
}
