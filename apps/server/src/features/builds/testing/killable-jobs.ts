import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import pino from 'pino';
import { type AnyJobDefinition, createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import { killableWorker } from '#server/testing/killable-worker.ts';

/** A job queue whose worker is a separate process that tests can kill. */
export interface KillableJobs {
  readonly database: TestDatabase;
  readonly apiJobs: Jobs;
  /** The folder of the engine's data. */
  readonly path: string;
  /** Runs `build-worker.ts`. It is not started yet. */
  readonly worker: ReturnType<typeof killableWorker>;
  close(): Promise<void>;
}

/** Opens a queue that accepts these jobs. */
export async function openKillableJobs(definitions: readonly AnyJobDefinition[]): Promise<KillableJobs> {
  const path = await mkdtemp(join(tmpdir(), 'quarry-killed-'));
  const database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  const apiJobs = createJobs({ db: database.db, definitions, deps: {} as never, role: 'api', log });
  await apiJobs.start();
  const worker = killableWorker(fileURLToPath(new URL('build-worker.ts', import.meta.url)), () => [
    database.connectionString,
    path,
  ]);
  return {
    database,
    apiJobs,
    path,
    worker,
    async close() {
      await worker.kill();
      await apiJobs.stop(1000);
      await database.drop();
      await rm(path, { recursive: true, force: true });
    },
  };
}
