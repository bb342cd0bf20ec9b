import type { Warehouse } from '@quarry/clickhouse';
import type { Database } from '@quarry/postgres';
import type { Logger } from 'pino';
import { readConfig } from '#server/platform/config.ts';
import { createLedger } from '#server/platform/ledger/ledger.ts';
import { createProblems } from '#server/platform/problems.ts';

/** The parts of the platform that builds use, over open stores. */
export function buildDeps(stores: { readonly db: Database; readonly warehouse: Warehouse; readonly log: Logger }) {
  const problems = createProblems(stores.log);
  const ledger = createLedger({ ...stores, problems });
  return {
    ...stores,
    warehouse: ledger.warehouse,
    problems,
    ledger,
    caches: {},
    config: readConfig({ NODE_ENV: 'test', QUARRY_PUBLIC_URL: 'http://quarry.test' }),
  };
}
