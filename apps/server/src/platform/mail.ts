import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@quarry/contracts';
import { createTransport } from 'nodemailer';
import { z } from 'zod';

const outboxMail = z.object({
  id: z.string(),
  sentAt: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
});

/** A plain-text mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail in the outbox. */
export type OutboxMail = z.infer<typeof outboxMail>;

/**
 * Why a mail was not sent. `unreachable`: the server takes no mail at all. `postponed` and `refused`: it takes this mail
 * later, or never. `unclear`: the connection broke when the mail may have arrived.
 */
export type MailFailure = keyof typeof FAILURES;

const FAILURES = {
  unreachable: ['UNAVAILABLE', 'The mail server cannot be reached. The mail is sent later.'],
  postponed: ['UNAVAILABLE', 'The mail server postponed this mail. It is sent later.'],
  refused: ['CONFLICT', 'The mail server refused this mail.'],
  unclear: ['CONFLICT', 'The connection to the mail server broke. The mail may have arrived, so it is not sent again.'],
} as const;

/** A mail that was not sent, or perhaps not. */
export class MailError extends AppError {
  readonly failure: MailFailure;
  constructor(failure: MailFailure, cause?: unknown) {
    const [errorCode, message] = FAILURES[failure];
    super(errorCode, message);
    this.failure = failure;
    this.cause = cause;
  }
}

/** Sends mail through SMTP, or to the outbox folder if no server is configured. */
export interface Mailer {
  /** Mails with the same `id` count as one at the recipient. Throws a `MailError` if the mail server does not take it. */
  send(mail: Mail, id?: string): Promise<void>;
  /** Lists the outbox, newest first; null with SMTP. */
  readonly outbox: (() => Promise<OutboxMail[]>) | null;
  close(): void;
}

/** Less than the library's minutes, so that a frozen server does not hold up a shutdown. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** What a failed attempt says about the mail. Replies to other commands are about the server, not about this mail. */
function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number')) return 'unclear';
  const isAboutMail = 'command' in error && (error.command === 'RCPT TO' || error.command === 'DATA');
  if (!isAboutMail) return 'unreachable';
  return error.responseCode >= 500 && error.responseCode !== 503 ? 'refused' : 'postponed';
}

export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...TIMEOUTS });
  return {
    outbox: null,
    async send({ to, subject, text }, id = randomUUID()) {
      // A server that cannot even be greeted has certainly taken no mail, which a failure of `sendMail` does not tell.
      await transport.verify().catch((error: unknown) => {
        throw new MailError('unreachable', error);
      });
      await transport.sendMail({ from, to, subject, text, messageId: `<${id}@quarry>` }).catch((error: unknown) => {
        throw new MailError(failureOf(error), error);
      });
    },
    close: () => transport.close(),
  };
}

/** Writes each mail to a JSON file, for development. */
export function outboxMailer(folder: string): Mailer {
  mkdirSync(folder, { recursive: true });
  return {
    async send(mail) {
      const sentAt = new Date().toISOString();
      const id = `${sentAt.replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
      const path = join(folder, `${id}.json`);
      await writeFile(`${path}.part`, JSON.stringify({ id, sentAt, ...mail }, null, 2), { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    async outbox() {
      const names = (await readdir(folder))
        .filter((name) => name.endsWith('.json'))
        .sort()
        .reverse()
        .slice(0, 100);
      return Promise.all(
        names.map(async (name) => outboxMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
      );
    },
    close() {},
  };
}
