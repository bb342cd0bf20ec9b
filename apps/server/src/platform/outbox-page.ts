import { createHmac } from 'node:crypto';
import { AppError } from '@quarry/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isFromThisMachine } from './hosts.ts';
import type { Identity } from './identity.ts';
import { isSameText } from './is-same-text.ts';
import { bearerToken } from './mount.ts';
import type { Platform } from './scope.ts';

const PATH = '/api/dev/outbox';
const COOKIE = 'quarry_outbox';
const tokenQuery = z.object({ token: z.string() });

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const tokenOf = ({ secrets }: Pick<Platform, 'secrets'>): string =>
  createHmac('sha256', secrets.keyFor('outbox-page')).update('token').digest('base64url');

/** The path that opens the outbox in a browser on this machine; null if there is no outbox to show. */
export function outboxPath({ config, mailer, secrets }: Pick<Platform, 'config' | 'mailer' | 'secrets'>) {
  return config.hasOutboxPage && mailer.outbox !== null ? `${PATH}?token=${tokenOf({ secrets })}` : null;
}

/** Mails contain reset codes, so they are shown to this machine only: to staff, or with the token from the terminal. */
async function assertMayRead(platform: Platform, identity: Identity, request: FastifyRequest): Promise<void> {
  if (!isFromThisMachine(request)) throw new AppError('FORBIDDEN', 'The outbox can only be read on this machine.');
  const given = tokenQuery.safeParse(request.query).data?.token ?? request.cookies[COOKIE];
  if (given !== undefined && isSameText(given, tokenOf(platform))) return;
  if (request.headers.authorization === undefined) {
    throw new AppError(
      'UNAUTHENTICATED',
      'Please open the address of the outbox that the server printed at its start.',
    );
  }
  const { staffPermissions } = await identity.authenticate(bearerToken(request), request.ip);
  if (staffPermissions.length === 0) throw new AppError('FORBIDDEN', 'The outbox is for staff.');
}

/** Shows the outbox at /api/dev/outbox, never in production. */
export function mountOutboxPage(app: FastifyInstance, platform: Platform, identity: Identity): void {
  const { outbox } = platform.mailer;
  if (outbox === null || !platform.config.hasOutboxPage) return;
  const onRequest = (request: FastifyRequest) => assertMayRead(platform, identity, request);
  app.get(`${PATH}.json`, { onRequest }, async () => ({ mails: await outbox() }));
  app.get(PATH, { onRequest }, async (request, reply) => {
    const { token } = tokenQuery.safeParse(request.query).data ?? {};
    if (token !== undefined) return keepToken(reply, token);
    const mails = await outbox();
    const items = mails.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.sentAt)}</p><pre>${escapeHtml(mail.text)}</pre></article>`,
    );
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        `<!doctype html><html lang="en"><head><title>Outbox</title></head><body><main><h1>Outbox</h1>${items.join('') || '<p>No mail has been sent yet.</p>'}</main></body></html>`,
      );
  });
}

/** Moves the token from the address into a cookie, so that reloads work and the address can be shown. */
function keepToken(reply: FastifyReply, token: string): FastifyReply {
  return reply.setCookie(COOKIE, token, { path: PATH, httpOnly: true, sameSite: 'strict' }).redirect(PATH);
}
