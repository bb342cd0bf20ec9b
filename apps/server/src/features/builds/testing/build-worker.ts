import { ident, migrate, openEmbedded, sql, text, uint } from '@quarry/clickhouse';
import { openDatabase } from '@quarry/postgres';
import pino from 'pino';
import { scoreRefresh } from '#server/features/scoring/refresh-scores.ts';
import { reportCalculation } from '#server/features/scoring-analysis/calculate-report.ts';
import { segmentUpdate } from '#server/features/segments/update-segments.ts';
import { tagRefresh } from '#server/features/tags/refresh-tags.ts';
import { isUniverseEmpty } from '#server/features/universe/is-universe-empty.ts';
import { universeMigrations } from '#server/features/universe/schema.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { datasetBuild } from '../build-dataset.ts';
import { dataPointsComputation } from '../data-points-computation.ts';

/** Companies of the universe: number n has n employees and is in the country `COUNTRIES[n % 3]`. */
export const COMPANIES = 20_000;
/** See `COMPANIES`. */
export const COUNTRIES = ['DE', 'FR', 'US'] as const;

/** Runs jobs on datasets in a separate process that tests can kill; prints when it is ready. */
const [connectionString, path] = process.argv.slice(2);
if (import.meta.main && connectionString !== undefined && path !== undefined) {
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await openDatabase({ connectionString, log });
  const warehouse = await openEmbedded({ path });
  await migrate(warehouse, universeMigrations);
  if (await isUniverseEmpty(warehouse)) {
    const country = sql`['DE', 'FR', 'US'][number % 3 + 1]`;
    await warehouse.command(
      sql`INSERT INTO ${ident(UNIVERSE, 'companies')} (company_id, domain, name, employee_count, country, refreshed_at, version)
        SELECT number, concat('company', toString(number), ${text('.com')}), concat('Company ', toString(number)), number, ${country}, now(), 1
        FROM numbers(1, ${uint(COMPANIES)})`,
      { lane: 'jobs' },
    );
  }
  // A build uses no other part of the platform.
  const deps = buildDeps({ db, warehouse, log }) as never;
  await createJobs({
    db,
    definitions: [datasetBuild, dataPointsComputation, scoreRefresh, reportCalculation, tagRefresh, segmentUpdate],
    deps,
    role: 'worker',
    log,
    isOnlyWorker: true,
  }).start();
  process.stdout.write('ready\n');
}
