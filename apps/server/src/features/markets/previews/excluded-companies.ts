import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import type { ClientScope } from '#server/platform/scope.ts';

/** The ids of the companies that the client excludes from its dataset. */
export async function readExcludedIds(scope: Pick<ClientScope, 'client' | 'read'>): Promise<readonly string[]> {
  const [row] = await scope.read((tx) =>
    tx.select({ ids: clients.excludeCompanyIds }).from(clients).where(eq(clients.id, scope.client.id)),
  );
  return row?.ids ?? [];
}
