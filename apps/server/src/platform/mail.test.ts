import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { outboxMailer, smtpMailer } from './mail.ts';

const mail = {
  to: 'mona@north.test',
  subject: 'Grüße — 日本語',
  text: 'Line one\n\nLine two with “quotes” and .\n.\nend',
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a mail arrives at an SMTP server as it was written', async () => {
  const received: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          received.push(email);
          done();
        }, done);
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Quarry <no-reply@quarry.test>');
  await mailer.send(mail);
  mailer.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    subject: mail.subject,
    from: { address: 'no-reply@quarry.test', name: 'Quarry' },
    to: [{ address: mail.to }],
  });
  expect(received[0]?.text?.trim()).toBe(mail.text);
  expect(mailer.outbox).toBeNull();
});

test('the outbox shows mails newest first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-outbox-'));
  const mailer = outboxMailer(folder);
  await mailer.send(mail);
  await mailer.send({ ...mail, subject: 'second' });
  const mails = (await mailer.outbox?.()) ?? [];
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set([mail.subject, 'second']));
  expect(mails[0]?.sentAt.localeCompare(mails[1]?.sentAt ?? '')).toBeGreaterThanOrEqual(0);
  rmSync(folder, { recursive: true });
});
