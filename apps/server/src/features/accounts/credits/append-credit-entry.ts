import { AppError, type CreditType } from '@quarry/contracts';
import { and, eq, type Transaction } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { lockCredits } from './charge-each.ts';

export interface CreditEntry {
  readonly clientId: string;
  readonly creditType: CreditType;
  readonly kind: 'GRANT' | 'CONSUME' | 'REMOVE';
  /** Negative for charges. */
  readonly amount: number;
  /** An e-mail address, or the name of a job or command. */
  readonly actor: string;
  readonly reference?: Record<string, unknown>;
  /** A second entry with the same key is not written. */
  readonly idempotencyKey: string;
}

/**
 * Appends an entry to the account's ledger and returns the new balance. Call it in the transaction that does the paid
 * work. Throws INSUFFICIENT_CREDITS if the balance would fall below zero.
 */
export async function appendCreditEntry(tx: Transaction, entry: CreditEntry): Promise<number | null> {
  const { clientId, creditType, amount, idempotencyKey } = entry;
  if (!Number.isSafeInteger(amount)) throw new Error(`A credit amount must be a whole number, not ${amount}`);
  // One writer per ledger at a time, so that no entry comes between reading and writing the balance.
  const balance = await lockCredits(tx, clientId, creditType);
  const [existing] = await tx
    .select({ balanceAfter: creditLedger.balanceAfter })
    .from(creditLedger)
    .where(and(eq(creditLedger.clientId, clientId), eq(creditLedger.idempotencyKey, idempotencyKey)));
  if (existing !== undefined) return existing.balanceAfter;
  const balanceAfter = (balance ?? 0) + amount;
  if (balanceAfter < 0) {
    throw new AppError('INSUFFICIENT_CREDITS', 'There are not enough credits.', {
      creditType,
      balance: balance ?? 0,
      needed: -amount,
    });
  }
  await tx.insert(creditLedger).values({ ...entry, reference: entry.reference ?? {}, balanceAfter });
  return balanceAfter;
}
