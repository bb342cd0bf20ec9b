import type { EmailVerificationStatus } from '@quarry/contracts';

/** What was found out about an e-mail address. */
export type EmailVerdictReason =
  | 'accepted'
  | 'syntax'
  | 'no-mail-server'
  | 'refuses-mail'
  | 'no-such-mailbox'
  | 'catch-all'
  | 'unconfirmed'
  | 'mailbox-full'
  | 'greylisted'
  | 'refused'
  | 'timeout'
  | 'connection-lost'
  | 'unreachable'
  | 'protocol-error'
  | 'look-up-failed'
  | 'address-not-allowed'
  | 'unsupported-address';

export interface EmailVerdict {
  readonly status: EmailVerificationStatus;
  readonly reason: EmailVerdictReason;
}

/** Finds out if e-mail addresses reach their people. */
export interface EmailVerifier {
  /**
   * Returns a verdict for each of the addresses, by the address as given. An address that nobody can be asked about is
   * `other`. Rejects only when `signal` aborts. It may take minutes, so call it from a job.
   */
  verify(emails: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, EmailVerdict>>;
}
