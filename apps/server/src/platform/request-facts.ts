import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import type { RequestFacts } from './scope.ts';
import { isStorable } from './storable.ts';

/** Adapts a Fastify request for verbs. */
export function requestFacts(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): RequestFacts {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The caller went away'));
  });
  const cookiePath = '/api/auth';
  return {
    id: request.id,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    bearerToken: /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null,
    basicCredentials: basicCredentials(request.headers.authorization),
    signal: controller.signal,
    cookie(name) {
      const value = request.cookies[name];
      return value === undefined || isStorable(value) ? value : undefined;
    },
    setCookie(name, value, expires) {
      reply.setCookie(name, value, {
        path: cookiePath,
        httpOnly: true,
        sameSite: 'strict',
        // The proxy in front of this server speaks plain HTTP with it.
        secure: publicUrl.startsWith('https://'),
        expires,
      });
    },
    clearCookie: (name) => void reply.clearCookie(name, { path: cookiePath }),
  };
}

function basicCredentials(authorization = ''): RequestFacts['basicCredentials'] {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { user, password: password.join(':') };
}
