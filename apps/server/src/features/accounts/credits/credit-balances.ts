import { CREDIT_TYPES, type CreditType } from '@quarry/contracts';
import { type SQL, sql, type Transaction } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { z } from 'zod';

/** The balance per credit type; null for types that the account doesn't use. */
export type CreditBalances = Record<CreditType, number | null>;

export async function creditBalances(tx: Transaction, clientId: string): Promise<CreditBalances> {
  return (await creditBalancesOf(tx, [clientId]))(clientId);
}

/**
 * The last entry of an account's ledger of a type, with `balance_after`, for FROM; no row without one. The order names the
 * type because it is then that of the index by type: by the id alone, the planner may look for a type without entries
 * through the whole ledger, back to the first entry of any account.
 */
export function lastEntry(clientId: SQL | string, creditType: SQL | string): SQL {
  return sql`(
    select newest.balance_after
    from (
      select ${creditLedger.creditType}, ${creditLedger.balanceAfter} from ${creditLedger}
      where ${creditLedger.clientId} = ${clientId} and ${creditLedger.creditType} <= ${creditType}
      order by ${creditLedger.creditType} desc, ${creditLedger.id} desc
      limit 1) newest
    where newest.credit_type = ${creditType})`;
}

const balanceRows = z.array(
  z.object({ clientId: z.string(), creditType: z.string(), balance: z.coerce.number().nullable() }),
);

/** Reads the balances of several accounts; the result returns those of one. */
export async function creditBalancesOf(
  tx: Transaction,
  clientIds: readonly string[],
): Promise<(clientId: string) => CreditBalances> {
  const { rows } = await tx.execute(sql`
    select account.id as "clientId", type.name as "creditType", last.balance_after as balance
    from unnest(${sql.param([...clientIds])}::text[]) as account(id)
    cross join unnest(${sql.param([...CREDIT_TYPES])}::text[]) as type(name)
    cross join lateral ${lastEntry(sql`account.id`, sql`type.name`)} last`);
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
