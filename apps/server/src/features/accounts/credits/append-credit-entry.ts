import { AppError, type CreditType } from '@quarry/contracts';
import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { creditBalances } from './credit-balances.ts';

/** One change of a balance. `amount` is signed. */
export interface CreditEntry {
  readonly clientId: string;
  readonly creditType: CreditType;
  readonly kind: 'GRANT' | 'CONSUME' | 'REMOVE';
  readonly amount: number;
  /** E-mail address, or the name of the job or command. */
  readonly actor: string;
  readonly reference?: Record<string, unknown>;
  /** The same key is written once, however often it is asked for. */
  readonly idempotencyKey: string;
}

/**
 * Appends an entry to an account's ledger and gives the balance after it, in the transaction of what is paid for. An
 * entry with a known idempotency key is not written again. Throws INSUFFICIENT_CREDITS, and writes nothing, when the balance would
 * fall below zero.
 */
export async function appendCreditEntry(tx: Transaction, entry: CreditEntry): Promise<number | null> {
  const { clientId, creditType, amount, idempotencyKey } = entry;
  if (!Number.isSafeInteger(amount)) throw new Error(`A credit amount must be a whole number, not ${amount}`);
  // One writer per ledger at a time: a balance is only right when nothing can come between reading and writing it.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`credits:${clientId}:${creditType}`}, 0))`);
  const [known] = await tx
    .select({ balanceAfter: creditLedger.balanceAfter })
    .from(creditLedger)
    .where(and(eq(creditLedger.clientId, clientId), eq(creditLedger.idempotencyKey, idempotencyKey)));
  if (known !== undefined) return known.balanceAfter;
  const balance = (await creditBalances(tx, clientId))[creditType];
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
