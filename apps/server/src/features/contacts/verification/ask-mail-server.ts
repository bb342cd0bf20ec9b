import { randomBytes } from 'node:crypto';
import type { EmailVerdictReason } from '#server/platform/email-verifier.ts';
import type { EmailAddress } from '../email-address.ts';
import { readProgress, readRecipientReply } from './read-reply.ts';
import { type SmtpConversation, SmtpFailure } from './smtp-conversation.ts';

/** What one conversation found out about the addresses of a domain. */
export interface Findings {
  readonly reasons: ReadonlyMap<EmailAddress, EmailVerdictReason>;
  /** True if the domain accepts any mailbox; null if that was not found out. */
  readonly isCatchAll: boolean | null;
}

/**
 * Asks a mail server about addresses of one domain, up to the point where a mail would be sent. As soon as it accepts
 * one it is asked about a random mailbox, because one that accepts every mailbox says nothing, and is then left alone.
 * Throws if it cannot be reached.
 */
export async function askMailServer(
  conversation: SmtpConversation,
  addresses: readonly EmailAddress[],
  asker: { readonly heloName: string; readonly mailFrom: string },
  knownCatchAll: boolean | null,
): Promise<Findings> {
  const reasons = new Map<EmailAddress, EmailVerdictReason>();
  let isCatchAll = knownCatchAll;
  const rest = (reason: EmailVerdictReason): Findings => {
    for (const address of addresses) if (!reasons.has(address)) reasons.set(address, reason);
    return { reasons, isCatchAll };
  };
  try {
    const refusal = await introduce(conversation, asker);
    if (refusal !== null) return rest(refusal);
    for (const address of addresses) {
      const reason = readRecipientReply(await conversation.ask(`RCPT TO:<${address.text}>`));
      if (reason === 'accepted' && isCatchAll === null) {
        const random = await askRandom(conversation, address.domain);
        if (random === 'greylisted') return rest('greylisted');
        isCatchAll = random === 'accepted' || random === 'unconfirmed';
        if (isCatchAll) return rest('catch-all');
      }
      reasons.set(address, reason);
    }
    return { reasons, isCatchAll };
  } catch (error) {
    if (!(error instanceof SmtpFailure) || error.reason === 'unreachable') throw error;
    return rest(error.reason);
  } finally {
    await conversation.close();
  }
}

async function introduce(
  conversation: SmtpConversation,
  { heloName, mailFrom }: { readonly heloName: string; readonly mailFrom: string },
): Promise<EmailVerdictReason | null> {
  const greeted = readProgress(await conversation.greeting());
  if (greeted !== null) return greeted;
  const introduced = readProgress(await conversation.ask(`EHLO ${heloName}`));
  // Servers without extensions know HELO only.
  const again = introduced === 'refused' ? readProgress(await conversation.ask(`HELO ${heloName}`)) : introduced;
  return again ?? readProgress(await conversation.ask(`MAIL FROM:<${mailFrom}>`));
}

async function askRandom(conversation: SmtpConversation, domain: string): Promise<EmailVerdictReason> {
  // Letters first, so that no rule about the form of names refuses it.
  const mailbox = `q${randomBytes(9).toString('hex')}`;
  return readRecipientReply(await conversation.ask(`RCPT TO:<${mailbox}@${domain}>`));
}
