import type { ClientConfig } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import type { NextBuild } from '#server/features/builds/estimate-turnover.ts';
import { type ClientRow, fromClientRow } from '#server/features/client-configs/client-columns.ts';
import { readCrmSources } from '#server/features/datasets/crm-records.ts';
import { planMarkets } from '#server/features/markets/sourcing/plan-markets.ts';

/** A client as its next build would find it, under its saved config or an edited one. */
export async function readNextBuild(
  tx: Transaction,
  row: ClientRow,
  config: ClientConfig = fromClientRow(row),
): Promise<NextBuild> {
  const { companyLimit, datasetVersion, excludedSinceBuild } = row;
  return {
    config,
    companyLimit,
    datasetVersion,
    excludedSinceBuild,
    markets: await planMarkets(tx, row.id),
    crmSources: await readCrmSources(tx, row),
  };
}

/** A client that is yet to be created. */
export function firstBuild(config: ClientConfig): NextBuild {
  return { config, companyLimit: null, datasetVersion: null, excludedSinceBuild: [], markets: [], crmSources: [] };
}
