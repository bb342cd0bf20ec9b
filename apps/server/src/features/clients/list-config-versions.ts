import type * as contracts from '@quarry/contracts';
import { desc, eq } from '@quarry/postgres';
import { clientConfigVersions } from '@quarry/postgres/tables/client-config-versions';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the configs that a client had, newest first. Throws NOT_FOUND. */
export const listConfigVersions: Verb<typeof contracts.listConfigVersions> = async (scope, { name, limit, offset }) =>
  scope.read(async (tx) => {
    const { id } = await readConfig(tx, { name });
    const where = eq(clientConfigVersions.clientId, id);
    const rows = await tx
      .select({
        id: clientConfigVersions.id,
        savedAt: clientConfigVersions.savedAt,
        savedBy: clientConfigVersions.savedBy,
        changedParts: clientConfigVersions.changedParts,
      })
      .from(clientConfigVersions)
      .where(where)
      .orderBy(desc(clientConfigVersions.id))
      .limit(limit)
      .offset(offset);
    return {
      items: rows.map((row) => ({ ...row, id: String(row.id), savedAt: row.savedAt.toISOString() })),
      count: await tx.$count(clientConfigVersions, where),
    };
  });
