import { migrate, openEmbedded } from '@quarry/clickhouse';
import { openDatabase } from '@quarry/postgres';
import pino from 'pino';
import { universeMigrations } from '#server/features/universe/schema.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { personErasure } from '../person-erasure.ts';

/** Encrypts the requests; the worker and its test share it. */
export const ERASURE_SECRET = 'a secret of the tests, long enough for a key';

/** Erases people in a separate process that tests can kill; prints when it is ready. */
const [connectionString, path] = process.argv.slice(2);
if (import.meta.main && connectionString !== undefined && path !== undefined) {
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await openDatabase({ connectionString, log });
  const warehouse = await openEmbedded({ path });
  await migrate(warehouse, universeMigrations);
  // An erasure uses no other part of the platform.
  const deps = { ...buildDeps({ db, warehouse, log }), secrets: createSecrets(ERASURE_SECRET) } as never;
  await createJobs({ db, definitions: [personErasure], deps, role: 'worker', log, isOnlyWorker: true }).start();
  process.stdout.write('ready\n');
}
