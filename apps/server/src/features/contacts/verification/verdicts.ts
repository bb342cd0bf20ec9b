import type { EmailVerdict, EmailVerdictReason } from '#server/platform/email-verifier.ts';

const VERDICTS: Readonly<Record<EmailVerdictReason, EmailVerdict['status']>> = {
  accepted: 'verified',
  syntax: 'invalid',
  'no-mail-server': 'invalid',
  'refuses-mail': 'invalid',
  'no-such-mailbox': 'invalid',
  'catch-all': 'other',
  unconfirmed: 'other',
  'mailbox-full': 'other',
  greylisted: 'other',
  refused: 'other',
  timeout: 'other',
  'connection-lost': 'other',
  unreachable: 'other',
  'protocol-error': 'other',
  'look-up-failed': 'other',
  'address-not-allowed': 'other',
  'unsupported-address': 'other',
};

/** Reasons that will still hold tomorrow. */
const LASTING: ReadonlySet<EmailVerdictReason> = new Set([
  'accepted',
  'no-mail-server',
  'refuses-mail',
  'no-such-mailbox',
  'catch-all',
]);

export const verdictOf = (reason: EmailVerdictReason): EmailVerdict => ({ status: VERDICTS[reason], reason });

export const isLasting = ({ reason }: EmailVerdict): boolean => LASTING.has(reason);
