import type { FastifyInstance } from 'fastify';
import type { Platform } from './scope.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** Shows the outbox at /api/dev/outbox, in development only. */
export function mountOutboxPage(app: FastifyInstance, platform: Platform): void {
  const { outbox } = platform.mailer;
  if (outbox === null || platform.config.mode === 'production') return;
  app.get('/api/dev/outbox.json', async () => ({ mails: await outbox() }));
  app.get('/api/dev/outbox', async (_request, reply) => {
    const mails = await outbox();
    const items = mails.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.sentAt)}</p><pre>${escapeHtml(mail.text)}</pre></article>`,
    );
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><head><title>Outbox</title></head><body><main><h1>Outbox</h1>${items.join('') || '<p>No mail has been sent yet.</p>'}</main></body></html>`,
      );
  });
}
