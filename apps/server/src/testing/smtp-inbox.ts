import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A local mail server that keeps the mails it receives. */
export interface SmtpInbox {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** The mails to an address, oldest first. */
  mailsTo(email: string): Email[];
  close(): Promise<void>;
}

/** Listens on any free port unless one is given. */
export async function startSmtpInbox(port = 0): Promise<SmtpInbox> {
  const received: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('refused@') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null);
    },
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
  // A client that is killed breaks its connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  const address = smtp.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The mail server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mailsTo: (email) => received.filter(({ to }) => to?.some((recipient) => recipient.address === email)),
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
