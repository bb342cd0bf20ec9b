import { FEATURE_FLAGS } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { ScopedClient } from '#server/platform/scope.ts';

/** Reads the client of a run with its current dataset version. Throws if it is gone. */
export async function readClient({ db }: Pick<JobContext, 'db'>, clientId: string): Promise<ScopedClient> {
  const [row] = await db.asClient(clientId, (tx) => tx.select().from(clients).where(eq(clients.id, clientId)));
  if (row === undefined) throw new Error(`There is no account ${clientId}`);
  return {
    id: row.id,
    name: row.name,
    featureFlags: FEATURE_FLAGS.filter((flag) => row.featureFlags.includes(flag)),
    datasetVersion: row.datasetVersion === null ? null : String(row.datasetVersion),
    exclusionsRevision: row.exclusionsRevision,
    derivedRevision: row.derivedRevision,
  };
}
