import type { EmailVerdictReason } from '#server/platform/email-verifier.ts';
import type { SmtpReply } from './smtp-conversation.ts';

/** Codes of RFC 3463 that say that the mailbox does not exist or is closed; 5.4.1 is how Exchange Online says it. */
const NO_MAILBOX = /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.[01]|4\.1|0\.0)\b/;
const ANY_STATUS = /^[245]\.\d{1,3}\.\d{1,3}\b/;
/** The words of servers that refuse the asker and give no code. */
const ABOUT_ASKER = /block|black ?list|spam|spf|reputation|policy|\brbl\b|dnsbl|reverse dns|your ip|client host/i;

/** What the answer to RCPT TO says about the mailbox. A refusal of the asker says nothing about it. */
export function readRecipientReply({ code, text }: SmtpReply): EmailVerdictReason {
  if (code === 250 || code === 251) return 'accepted';
  if (code === 252) return 'unconfirmed';
  if (code >= 400 && code < 500) return 'greylisted';
  if (code === 552 || text.startsWith('5.2.2')) return 'mailbox-full';
  if (NO_MAILBOX.test(text)) return 'no-such-mailbox';
  const isMailboxCode = code === 550 || code === 551 || code === 553;
  return isMailboxCode && !ANY_STATUS.test(text) && !ABOUT_ASKER.test(text) ? 'no-such-mailbox' : 'refused';
}

/** What an answer to another command than RCPT TO says about all mailboxes; null if the conversation goes on. */
export function readProgress({ code }: SmtpReply): EmailVerdictReason | null {
  if (code >= 200 && code < 300) return null;
  return code >= 400 && code < 500 ? 'greylisted' : 'refused';
}
