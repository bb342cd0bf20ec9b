import { join } from 'node:path';
import { ident, migrate, openEmbedded, sql, text, uint } from '@quarry/clickhouse';
import { openDatabase } from '@quarry/postgres';
import pino from 'pino';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { isUniverseEmpty } from '#server/features/universe/is-universe-empty.ts';
import { universeMigrations } from '#server/features/universe/schema.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { openFiles } from '#server/platform/files.ts';
import { createJobs, defineJob } from '#server/platform/jobs/jobs.ts';
import { smtpMailer } from '#server/platform/mail.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { exportMail } from '../mail-export.ts';
import { csvExport, runExport } from '../run-export.ts';

/** Companies of the universe: number n has n employees. */
export const COMPANIES = 6000;
export const PART_ROWS = 300;

/** Runs exports in a separate process that tests can kill; prints when it is ready. */
const [connectionString, path, smtpUrl] = process.argv.slice(2);
if (import.meta.main && connectionString !== undefined && path !== undefined && smtpUrl !== undefined) {
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await openDatabase({ connectionString, log });
  const warehouse = await openEmbedded({ path: join(path, 'engine') });
  await migrate(warehouse, universeMigrations);
  if (await isUniverseEmpty(warehouse)) {
    await warehouse.command(
      sql`INSERT INTO ${ident(UNIVERSE, 'companies')} (company_id, domain, name, employee_count, refreshed_at, version)
        SELECT number, concat('company', toString(number), ${text('.com')}), concat('Company "', toString(number), '"'), number, now(), 1
        FROM numbers(3, ${uint(COMPANIES)})`,
      { lane: 'jobs' },
    );
  }
  const base = buildDeps({ db, warehouse, log });
  const { config } = base;
  const files = await openFiles(config, join(path, 'files'));
  // Neither job uses another part of the platform.
  const deps = { ...base, files, mailer: smtpMailer(smtpUrl, config.mailFrom) } as never;
  const inSmallParts = defineJob({
    ...csvExport,
    run: (ctx, { exportId }) => runExport(ctx, exportId, { limits: { rows: PART_ROWS } }),
  });
  const definitions = [datasetBuild, inSmallParts, exportMail];
  await createJobs({ db, definitions, deps, role: 'worker', log, isOnlyWorker: true }).start();
  process.stdout.write('ready\n');
}
