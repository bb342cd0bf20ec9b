import type { Transaction } from '@quarry/postgres';
import { appendCreditEntry, type CreditEntry } from './append-credit-entry.ts';

/** Gives an account credits and answers the balance after it. Granting a kind for the first time makes it apply. */
export function grantCredits(tx: Transaction, grant: Omit<CreditEntry, 'kind'>): Promise<number | null> {
  if (grant.amount <= 0) throw new Error(`A grant must be above zero, not ${grant.amount}`);
  return appendCreditEntry(tx, { ...grant, kind: 'GRANT' });
}
