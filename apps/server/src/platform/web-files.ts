import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerNotFound } from './errors.ts';

/** Serves the built web app: hashed assets for a year, everything else fresh, and the page for every address of the app. */
export async function mountWeb(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(root, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const looksLikeFile = /\.[a-z0-9]{2,5}$/i.test(pathname) && !pathname.startsWith('/app/');
    if (pathname.startsWith('/api/') || looksLikeFile) return answerNotFound(request, reply);
    return reply.sendFile('index.html');
  });
}
