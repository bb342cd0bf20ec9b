import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSmtpInbox } from '#server/testing/smtp-inbox.ts';
import { outboxMailer, smtpMailer } from './mail.ts';

const mail = {
  to: 'mona@north.test',
  subject: 'Grüße — 日本語',
  text: 'Line one\n\nLine two with “quotes” and .\n.\nend',
};

test('a mail arrives at the SMTP server unchanged', async () => {
  const inbox = await startSmtpInbox();
  const mailer = smtpMailer(inbox.url, 'Quarry <no-reply@quarry.test>');
  await mailer.send(mail);
  mailer.close();
  await inbox.close();
  const received = inbox.mailsTo(mail.to);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    subject: mail.subject,
    from: { address: 'no-reply@quarry.test', name: 'Quarry' },
    to: [{ address: mail.to }],
  });
  expect(received[0]?.text?.trim()).toBe(mail.text);
  expect(mailer.outbox).toBeNull();
});

test('the outbox lists mails newest first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-outbox-'));
  const mailer = outboxMailer(folder);
  await mailer.send(mail);
  await mailer.send({ ...mail, subject: 'second' });
  const mails = (await mailer.outbox?.()) ?? [];
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set([mail.subject, 'second']));
  expect(mails[0]?.sentAt.localeCompare(mails[1]?.sentAt ?? '')).toBeGreaterThanOrEqual(0);
  rmSync(folder, { recursive: true });
});
