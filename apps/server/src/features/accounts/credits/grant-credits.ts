import type { Transaction } from '@quarry/postgres';
import { appendCreditEntry, type CreditEntry } from './append-credit-entry.ts';

/** Grants credits and returns the new balance. The first grant of a type turns it on for the account. */
export function grantCredits(tx: Transaction, grant: Omit<CreditEntry, 'kind'>): Promise<number | null> {
  if (grant.amount <= 0) throw new Error(`A grant must be above zero, not ${grant.amount}`);
  return appendCreditEntry(tx, { ...grant, kind: 'GRANT' });
}
