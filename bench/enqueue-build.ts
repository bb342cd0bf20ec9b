import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { waitForBuild } from '../apps/server/src/features/builds/ensure-first-build.ts';
import { requestBuild } from '../apps/server/src/features/datasets/request-build.ts';
import type { Platform } from '../apps/server/src/platform/scope.ts';

/** Starts a build of the client's dataset; `finished` resolves when it ends. */
export async function enqueueBuildOf(platform: Platform, clientName: string): Promise<{ finished: Promise<void> }> {
  const jobId = await platform.db.asSystem(async (tx) => {
    const [client] = await tx.select({ id: clients.id }).from(clients).where(eq(clients.name, clientName));
    if (client === undefined) throw new Error(`There is no client ${clientName}`);
    return requestBuild(tx, platform.jobs, client.id, {}, 'bench');
  });
  return { finished: waitForBuild(platform, jobId) };
}
