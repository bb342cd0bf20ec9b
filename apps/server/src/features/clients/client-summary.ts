import { type ClientSummary, clientSummary } from '@quarry/contracts';
import { and, asc, containsText, desc, eq, inArray, type SQL, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { jobs } from '@quarry/postgres/tables/jobs';
import { creditBalancesOf } from '#server/features/accounts/credits/credit-balances.ts';
import { buildJob } from '#server/features/datasets/build-job.ts';

type BuildRow = Pick<typeof jobs.$inferSelect, 'status'>;

/** The state of a client's latest build, which may be long enough ago for its job to be forgotten. */
export function dataSyncStatusOf(
  build: BuildRow | undefined,
  lastDataSyncCompletedAt: Date | null,
): ClientSummary['dataSyncStatus'] {
  switch (build?.status) {
    case 'WAITING':
    case 'PROCESSING':
      return 'IN_PROGRESS';
    case 'COMPLETE':
      return 'COMPLETE';
    case 'ERROR':
    case 'CANCELLED':
      return 'FAILED';
    case undefined:
      return lastDataSyncCompletedAt === null ? null : 'COMPLETE';
  }
}

/** Matches clients whose name contains the text. */
export const nameContains = (text: string): SQL | undefined =>
  text === '' ? undefined : containsText(clients.name, text);

/** Reads a page of clients by name. */
export async function readSummaries(
  tx: Transaction,
  where: SQL | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ClientSummary[]> {
  const rows = await tx
    .select({ client: clients, companies: datasetVersions.rowCount })
    .from(clients)
    .leftJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
    .where(where)
    .orderBy(asc(clients.name))
    .limit(limit)
    .offset(offset);
  const ids = rows.map(({ client }) => client.id);
  if (ids.length === 0) return [];
  const builds = await tx
    .selectDistinctOn([jobs.clientId], { clientId: jobs.clientId, status: jobs.status })
    .from(jobs)
    .where(and(inArray(jobs.clientId, ids), eq(jobs.type, buildJob.type)))
    .orderBy(jobs.clientId, desc(jobs.createdAt));
  const balancesOf = await creditBalancesOf(tx, ids);
  return rows.map(({ client, companies }) =>
    clientSummary.parse({
      clientName: client.name,
      lifecycleStage: client.lifecycleStage,
      lastDataSyncStartedAt: client.lastDataSyncStartedAt?.toISOString() ?? null,
      lastDataSyncCompletedAt: client.lastDataSyncCompletedAt?.toISOString() ?? null,
      scheduledForDeletionAt: client.scheduledForDeletionAt?.toISOString() ?? null,
      dataSyncStatus: dataSyncStatusOf(
        builds.find(({ clientId }) => clientId === client.id),
        client.lastDataSyncCompletedAt,
      ),
      companies: Math.max(0, (companies ?? 0) - client.excludedSinceBuild.length),
      companyLimit: client.companyLimit,
      creditBalances: balancesOf(client.id),
    }),
  );
}
