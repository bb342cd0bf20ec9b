import type * as contracts from '@quarry/contracts';
import type { OutputOf } from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { desc, eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetUsage } from '@quarry/postgres/tables/dataset-usage';
import type { Verb } from '#server/platform/mount.ts';
import { readSummaries } from './client-summary.ts';

const MAX_BUILDS = 400;

/** Reads a client's limits, their usage now and after each build. Throws NOT_FOUND. */
export const getClientLimits: Verb<typeof contracts.getClientLimits> = async (scope, { client }) =>
  scope.read((tx) => readLimits(tx, client));

export async function readLimits(
  tx: Transaction,
  clientName: string,
): Promise<OutputOf<typeof contracts.getClientLimits>> {
  const [summary] = await readSummaries(tx, eq(clients.name, clientName), { limit: 1, offset: 0 });
  if (summary === undefined) throw new AppError('NOT_FOUND', 'There is no such client.', { clientName });
  const builds = await tx
    .select({ at: datasetUsage.at, companies: datasetUsage.companies, withheld: datasetUsage.withheld })
    .from(datasetUsage)
    .innerJoin(clients, eq(clients.id, datasetUsage.clientId))
    .where(eq(clients.name, clientName))
    .orderBy(desc(datasetUsage.at))
    .limit(MAX_BUILDS);
  return {
    limits: { companies: summary.companyLimit },
    usageCounts: { companies: summary.companies },
    usageOverTime: builds.toReversed().map((build) => ({ ...build, at: build.at.toISOString() })),
  };
}
