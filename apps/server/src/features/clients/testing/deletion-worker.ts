import { join } from 'node:path';
import { openEmbedded } from '@quarry/clickhouse';
import { openDatabase } from '@quarry/postgres';
import pino from 'pino';
import { openFiles } from '#server/platform/files.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { clientDeletion } from '../delete-due-clients.ts';

/** Deletes clients in a separate process that tests can kill; prints when it is ready. */
const [connectionString, path] = process.argv.slice(2);
if (import.meta.main && connectionString !== undefined && path !== undefined) {
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await openDatabase({ connectionString, log });
  const warehouse = await openEmbedded({ path: join(path, 'engine') });
  const base = buildDeps({ db, warehouse, log });
  // A deletion uses no other part of the platform.
  const deps = { ...base, files: await openFiles(base.config, join(path, 'files')) } as never;
  const jobs = createJobs({ db, definitions: [clientDeletion], deps, role: 'worker', log, isOnlyWorker: true });
  await jobs.start();
  process.stdout.write('ready\n');
}
