import { isDeepStrictEqual } from 'node:util';
import { type ClientConfig, clientConfig } from '@quarry/contracts';
import { desc, eq, type Transaction } from '@quarry/postgres';
import { clientConfigVersions } from '@quarry/postgres/tables/client-config-versions';
import type { ClientRow } from './client-columns.ts';

/**
 * Adds a saved config to the client's history. Changes that the account made since the last entry get an entry first, so
 * that any config can be restored after a save replaces it.
 */
export async function recordConfigVersion(
  tx: Transaction,
  client: Pick<ClientRow, 'id' | 'companyLimit'>,
  saved: { readonly before: ClientConfig | null; readonly config: ClientConfig; readonly savedBy: string },
): Promise<void> {
  const { before, config, savedBy } = saved;
  const last = await readLastConfig(tx, client.id);
  const add = async (next: ClientConfig, from: ClientConfig | null, by: string | null) =>
    tx.insert(clientConfigVersions).values({
      clientId: client.id,
      config: next,
      companyLimit: client.companyLimit,
      changedParts: changedParts(from, next),
      savedBy: by,
    });
  if (before !== null && (last === null || changedParts(last, before).length > 0)) await add(before, last, null);
  if (before === null || changedParts(before, config).length > 0) await add(config, before, savedBy);
}

/** The names of the parts that differ; all of them if there is no earlier config. */
export function changedParts(from: ClientConfig | null, to: ClientConfig): string[] {
  const old = new Map(Object.entries(from ?? {}));
  return Object.entries(to).flatMap(([part, value]) => (isSame(old.get(part), value) ? [] : [part]));
}

/** The database drops keys that are undefined, so they count as absent. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(asStored(one), asStored(other));
}

function asStored(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

async function readLastConfig(tx: Transaction, clientId: string): Promise<ClientConfig | null> {
  const [row] = await tx
    .select({ config: clientConfigVersions.config })
    .from(clientConfigVersions)
    .where(eq(clientConfigVersions.clientId, clientId))
    .orderBy(desc(clientConfigVersions.id))
    .limit(1);
  return clientConfig.safeParse(row?.config).data ?? null;
}
