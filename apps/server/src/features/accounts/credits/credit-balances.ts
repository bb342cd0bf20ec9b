import { CREDIT_TYPES, type CreditType } from '@quarry/contracts';
import { sql, type Transaction } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { z } from 'zod';

/** The balance per credit type; null for types that the account doesn't use. */
export type CreditBalances = Record<CreditType, number | null>;

export async function creditBalances(tx: Transaction, clientId: string): Promise<CreditBalances> {
  return (await creditBalancesOf(tx, [clientId]))(clientId);
}

const balanceRows = z.array(
  z.object({ clientId: z.string(), creditType: z.string(), balance: z.coerce.number().nullable() }),
);

/** Reads the balances of several accounts; the result returns those of one. */
export async function creditBalancesOf(
  tx: Transaction,
  clientIds: readonly string[],
): Promise<(clientId: string) => CreditBalances> {
  // The last entry of each type by its index: a long ledger is never read whole.
  const { rows } = await tx.execute(sql`
    select account.id as "clientId", type.name as "creditType", last.balance
    from unnest(${sql.param([...clientIds])}::text[]) as account(id)
    cross join unnest(${sql.param([...CREDIT_TYPES])}::text[]) as type(name)
    cross join lateral (
      select ${creditLedger.balanceAfter} as balance from ${creditLedger}
      where ${creditLedger.clientId} = account.id and ${creditLedger.creditType} = type.name
      order by ${creditLedger.id} desc
      limit 1) last`);
  const last = balanceRows.parse(rows);
  return (clientId) => {
    const balances: CreditBalances = { CONTACT: null, ENRICHMENT: null, PHONE_NUMBER: null };
    for (const creditType of CREDIT_TYPES) {
      balances[creditType] =
        last.find((row) => row.clientId === clientId && row.creditType === creditType)?.balance ?? null;
    }
    return balances;
  };
}
