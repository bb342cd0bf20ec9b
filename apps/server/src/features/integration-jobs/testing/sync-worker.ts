import { ident, migrate, openEmbedded, sql, text, uint } from '@quarry/clickhouse';
import { openDatabase } from '@quarry/postgres';
import pino from 'pino';
import { z } from 'zod';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { isUniverseEmpty } from '#server/features/universe/is-universe-empty.ts';
import { universeMigrations } from '#server/features/universe/schema.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { readConfig } from '#server/platform/config.ts';
import { createJobs, defineJob } from '#server/platform/jobs/jobs.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { integrationSync, runSync } from '../run/run-sync.ts';

/** Companies of the universe: number n, from 3 on, has n employees and the domain `company<n>.com`. */
export const COMPANIES = 500;
export const SECRET = 'a secret of the tests, long enough for a key';
/** Faults pass quickly. */
const WAITS_MS = [100, 200, 400];

/** Runs syncs in a separate process that tests can kill; prints when it is ready. */
const [connectionString, path, environment] = process.argv.slice(2);
if (import.meta.main && connectionString !== undefined && path !== undefined && environment !== undefined) {
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await openDatabase({ connectionString, log });
  const warehouse = await openEmbedded({ path });
  await migrate(warehouse, universeMigrations);
  if (await isUniverseEmpty(warehouse)) {
    await warehouse.command(
      sql`INSERT INTO ${ident(UNIVERSE, 'companies')} (company_id, domain, name, employee_count, refreshed_at, version)
        SELECT number, concat('company', toString(number), ${text('.com')}), concat('Company ', toString(number)), number, now(), 1
        FROM numbers(3, ${uint(COMPANIES)})`,
      { lane: 'jobs' },
    );
  }
  const settings = z.record(z.string(), z.string()).parse(JSON.parse(environment));
  const config = readConfig({ NODE_ENV: 'test', QUARRY_PRIVATE_TARGETS: 'on', ...settings });
  // A sync uses no other part of the platform.
  const deps = { ...buildDeps({ db, warehouse, log }), config, secrets: createSecrets(SECRET) } as never;
  const patient = defineJob({ ...integrationSync, run: (ctx) => runSync(ctx, { waitsMs: WAITS_MS }) });
  await createJobs({ db, definitions: [datasetBuild, patient], deps, role: 'worker', log, isOnlyWorker: true }).start();
  process.stdout.write('ready\n');
}
