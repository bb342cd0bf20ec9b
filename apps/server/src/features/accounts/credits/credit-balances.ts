import { CREDIT_TYPES, type CreditType } from '@quarry/contracts';
import { desc, eq, type Transaction } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';

/** The balance per credit type; null for types that the account doesn't use. */
export type CreditBalances = Record<CreditType, number | null>;

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
