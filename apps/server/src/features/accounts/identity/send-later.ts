import type { Mail, Mailer } from '#server/platform/mail.ts';
import type { Platform } from '#server/platform/scope.ts';

/**
 * Does `work` beside the answer instead of before it, and mails what it gives. Nobody can tell from the time of the
 * answer whether there was something to mail. A failure goes to the log only.
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
