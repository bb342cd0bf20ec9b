import type * as contracts from '@quarry/contracts';
import { AppError, MAX_SUPPRESSIONS } from '@quarry/contracts';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { parseEntry, type SuppressionEntry } from './parse-entry.ts';

/** Adds the valid lines to the account's list. Throws CONFLICT if the list would be too long. */
export const addSuppressions: Verb<typeof contracts.addSuppressions> = async (scope, { entries: lines, note }) => {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  const parsed = filled.map((line) => ({ line, entry: parseEntry(line) }));
  const entries = parsed.flatMap(({ entry }) => entry ?? []);
  const invalid = parsed.flatMap(({ line, entry }) => (entry === null ? [line] : []));
  if (entries.length === 0) return { added: 0, alreadyListed: 0, invalid };
  const added = await scope.change(async (tx) => {
    const count = await insertEntries(tx, scope, entries, note === '' ? null : note);
    // The rows say what was added by whom; the trail, which is kept for good, need not repeat people's addresses.
    const target = count === 1 ? '1 entry' : `${count.toLocaleString('en-US')} entries`;
    return { result: count, target, after: { added: count, note } };
  });
  return { added, alreadyListed: entries.length - added, invalid };
};

async function insertEntries(
  tx: Transaction,
  { client, user }: Pick<ClientScope, 'client' | 'user'>,
  entries: readonly SuppressionEntry[],
  note: string | null,
): Promise<number> {
  // Keeps others from adding at the same time, so that the limit holds.
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, client.id)).for('no key update');
  const texts = (of: (entry: SuppressionEntry) => string) => sql`${sql.param(entries.map(of))}::text[]`;
  const { rowCount } = await tx.execute(sql`
    insert into ${suppressions} (client_id, kind, value, note, created_by)
    select ${client.id}, entry.kind, entry.value, ${note}, ${user.userId}
    from unnest(${texts(({ kind }) => kind)}, ${texts(({ value }) => value)}) as entry (kind, value)
    on conflict do nothing`);
  const total = await tx.$count(suppressions, eq(suppressions.clientId, client.id));
  if (total > MAX_SUPPRESSIONS) {
    throw new AppError(
      'CONFLICT',
      `The list can have at most ${MAX_SUPPRESSIONS.toLocaleString('en-US')} entries. Please list domains instead of single addresses.`,
      { limit: MAX_SUPPRESSIONS },
    );
  }
  return rowCount ?? 0;
}
