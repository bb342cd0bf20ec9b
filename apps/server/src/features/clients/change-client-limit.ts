import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { lockClient } from '#server/features/client-configs/set-config.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readLimits } from './get-client-limits.ts';

/** Sets a client's company limit. Lowering it removes no company. Throws NOT_FOUND. */
export const changeClientLimit: Verb<typeof contracts.changeClientLimit> = async (scope, { client, amount }) =>
  scope.change(async (tx) => {
    const row = await lockClient(tx, client);
    await tx.update(clients).set({ companyLimit: amount }).where(eq(clients.id, row.id));
    return {
      result: await readLimits(tx, client),
      target: client,
      targetId: row.id,
      clientId: row.id,
      before: { companyLimit: row.companyLimit },
      after: { companyLimit: amount },
    };
  });
