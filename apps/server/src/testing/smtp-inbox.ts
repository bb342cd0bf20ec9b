import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine that keeps what it gets. */
export interface SmtpInbox {
  /** What to set `SMTP_URL` to. */
  readonly url: string;
  /** The mails to an address, in the order in which they came. */
  mailsTo(email: string): Email[];
  close(): Promise<void>;
}

/** Starts a mail server on a free port of loopback. */
export async function startSmtpInbox(): Promise<SmtpInbox> {
  const received: Email[] = [];
  const smtp = new SMTPServer({
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
  // A client that is killed in the middle breaks its connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const address = smtp.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The mail server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mailsTo: (email) => received.filter(({ to }) => to?.some((recipient) => recipient.address === email)),
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
