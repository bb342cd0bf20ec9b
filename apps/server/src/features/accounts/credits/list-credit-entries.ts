import type * as contracts from '@quarry/contracts';
import { type CreditEntry, creditEntry } from '@quarry/contracts';
import { and, desc, eq } from '@quarry/postgres';
import { creditLedger } from '@quarry/postgres/tables/credits';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the account's credit entries, newest first. */
export const listCreditEntries: Verb<typeof contracts.listCreditEntries> = async (scope, input) => {
  const { creditType, kind, limit, offset } = input;
  const where = and(
    eq(creditLedger.clientId, scope.client.id),
    creditType === undefined ? undefined : eq(creditLedger.creditType, creditType),
    kind === undefined ? undefined : eq(creditLedger.kind, kind),
  );
  return scope.read(async (tx) => {
    const rows = await tx
      .select()
      .from(creditLedger)
      .where(where)
      .orderBy(desc(creditLedger.id))
      .limit(limit)
      .offset(offset);
    return { entries: rows.map(toEntry), count: await tx.$count(creditLedger, where) };
  });
};

function toEntry({ id, createdAt, ...row }: typeof creditLedger.$inferSelect): CreditEntry {
  return creditEntry.parse({ ...row, id: String(id), createdAt: createdAt.toISOString() });
}
