import type * as contracts from '@quarry/contracts';
import { desc, eq } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import type { Verb } from '#server/platform/mount.ts';
import { creditBalances } from './credit-balances.ts';
import { toCreditEntry } from './list-credit-entries.ts';

/** Reads a client's balances and its entries, newest first, for staff. Throws NOT_FOUND. */
export const getClientCredits: Verb<typeof contracts.getClientCredits> = async (scope, { client, limit, offset }) =>
  scope.read(async (tx) => {
    const { id } = await readConfig(tx, { name: client });
    const where = eq(creditLedger.clientId, id);
    const rows = await tx
      .select()
      .from(creditLedger)
      .where(where)
      .orderBy(desc(creditLedger.id))
      .limit(limit)
      .offset(offset);
    return {
      creditBalances: await creditBalances(tx, id),
      entries: rows.map(toCreditEntry),
      count: await tx.$count(creditLedger, where),
    };
  });
