import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Sends mail through SMTP, or to the outbox folder if no server is configured. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Lists the outbox, newest first; null with SMTP. */
  readonly outbox: (() => Promise<OutboxMail[]>) | null;
  close(): void;
}

export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url);
  return {
    outbox: null,
    async send(mail) {
      await transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text });
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
