import type { CreditType } from '@quarry/contracts';
import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { creditBalances, lastEntry } from './credit-balances.ts';

/**
 * Keeps others from writing the account's ledger of a type until the transaction ends, and returns the balance: null if
 * the account needs no such credits. Lock several types in the order of CREDIT_TYPES, so that two
 * callers cannot wait for each other.
 */
export async function lockCredits(tx: Transaction, clientId: string, creditType: CreditType): Promise<number | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`credits:${clientId}:${creditType}`}, 0))`);
  return (await creditBalances(tx, clientId))[creditType];
}

/** Those of the keys that the account was charged for before. */
export async function chargedBefore(
  tx: Transaction,
  clientId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx
    .select({ key: creditLedger.idempotencyKey })
    .from(creditLedger)
    .where(
      and(eq(creditLedger.clientId, clientId), sql`${creditLedger.idempotencyKey} = any(${sql.param(keys)}::text[])`),
    );
  return new Set(rows.map(({ key }) => key));
}

/** A charge of one credit. */
export interface Charge {
  readonly idempotencyKey: string;
  readonly reference: Readonly<Record<string, unknown>>;
}

/**
 * Charges one credit each, in order and in one statement. The caller holds `lockCredits` and has compared the balance;
 * the table refuses one below zero.
 */
export async function chargeEach(
  tx: Transaction,
  {
    clientId,
    creditType,
    actor,
    charges,
  }: {
    readonly clientId: string;
    readonly creditType: CreditType;
    readonly actor: string;
    readonly charges: readonly Charge[];
  },
): Promise<void> {
  if (charges.length === 0) return;
  const numbered = charges.map((charge, at) => ({ ...charge, at }));
  await tx.execute(sql`
    insert into ${creditLedger} (client_id, credit_type, amount, kind, actor, reference, balance_after, idempotency_key)
    select ${clientId}, ${creditType}, -1, 'CONSUME', ${actor}, charge.reference, last.balance_after - charge.at - 1,
      charge."idempotencyKey"
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
      as charge(at bigint, "idempotencyKey" text, reference jsonb)
    cross join ${lastEntry(clientId, creditType)} last
    order by charge.at`);
}
