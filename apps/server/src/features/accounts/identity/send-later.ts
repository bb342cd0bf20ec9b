import type { Mail, Mailer } from '#server/platform/mail.ts';
import type { Platform } from '#server/platform/scope.ts';

/**
 * Runs `work` after the response and mails its result, so that response time does not reveal if there was anything to
 * mail. Failures are only logged.
 */
export function sendLater(
  { log, mailer }: Pick<Platform, 'log'> & { readonly mailer: Pick<Mailer, 'send'> },
  work: () => Promise<Mail | null>,
): void {
  const run = async () => {
    const mail = await work();
    if (mail !== null) await mailer.send(mail);
  };
  run().catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'));
}
