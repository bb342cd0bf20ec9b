import { CREDIT_TYPES, type CreditType } from '@quarry/contracts';
import { desc, eq, type Transaction } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';

/** The balance of each kind of credit; null where the kind does not apply to the account. */
export type CreditBalances = Record<CreditType, number | null>;

/** Reads the account's balances: what the latest entry of each ledger says. */
export async function creditBalances(tx: Transaction, clientId: string): Promise<CreditBalances> {
  const rows = await tx
    .selectDistinctOn([creditLedger.creditType], {
      creditType: creditLedger.creditType,
      balance: creditLedger.balanceAfter,
    })
    .from(creditLedger)
    .where(eq(creditLedger.clientId, clientId))
    .orderBy(creditLedger.creditType, desc(creditLedger.id));
  const balances: CreditBalances = { CONTACT: null, ENRICHMENT: null, PHONE_NUMBER: null };
  for (const creditType of CREDIT_TYPES) {
    balances[creditType] = rows.find((row) => row.creditType === creditType)?.balance ?? null;
  }
  return balances;
}
