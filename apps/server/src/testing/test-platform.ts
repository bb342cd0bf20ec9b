import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Warehouse } from '@quarry/clickhouse';
import { createTestDatabase } from '@quarry/testing';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { createIdentity } from '#server/features/accounts/identity/create-identity.ts';
import { buildApp } from '#server/platform/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { assertRoomFor } from '#server/platform/disk-space.ts';
import type { EmailVerifier } from '#server/platform/email-verifier.ts';
import { createExecutions } from '#server/platform/executions/executions.ts';
import { openFiles } from '#server/platform/files.ts';
import { type AnyJobDefinition, createJobs } from '#server/platform/jobs/jobs.ts';
import { createLedger } from '#server/platform/ledger/ledger.ts';
import { outboxMailer, smtpMailer } from '#server/platform/mail.ts';
import type { Door } from '#server/platform/mount.ts';
import { createLog } from '#server/platform/open-platform.ts';
import { createProblems } from '#server/platform/problems.ts';
import { forShare, type Platform } from '#server/platform/scope.ts';
import { createSecrets } from '#server/platform/secrets.ts';

/** A platform with its own database and folder. */
export interface TestPlatform {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  close(): Promise<void>;
}

/** Opens a platform for tests without starting its jobs. `close` also closes the warehouse. */
export async function openTestPlatform(parts: {
  readonly environment: NodeJS.ProcessEnv;
  /** Opens the engine in a subfolder of `folder`. */
  readonly openWarehouse: (folder: string) => Promise<Warehouse>;
  readonly doors: readonly Door[];
  readonly jobDefinitions: readonly AnyJobDefinition[];
  /** Default: e-mail addresses are not verified. */
  readonly emailVerifier?: EmailVerifier | undefined;
  /** Default: the standard output. */
  readonly logDestination?: DestinationStream | undefined;
}): Promise<TestPlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-test-'));
  const database = await createTestDatabase();
  const engine = await parts.openWarehouse(folder);
  const config = readConfig({
    NODE_ENV: 'test',
    QUARRY_DATA_DIR: folder,
    QUARRY_PUBLIC_URL: 'http://quarry.test',
    ...parts.environment,
  });
  const log = createLog(config.logLevel, parts.logDestination);
  const problems = createProblems(log);
  const ledger = createLedger({ db: database.db, warehouse: engine, problems, log });
  const base = {
    config,
    log,
    db: database.db,
    warehouse: ledger.warehouse,
    mailer:
      config.smtpUrl === null ? outboxMailer(join(folder, 'outbox')) : smtpMailer(config.smtpUrl, config.mailFrom),
    files: await openFiles(config, join(folder, 'files')),
    secrets: createSecrets('a secret of the tests, long enough for a key'),
    problems,
    ledger,
    emailVerifier: parts.emailVerifier ?? null,
    caches: {},
  };
  const jobs = createJobs({
    db: base.db,
    definitions: parts.jobDefinitions,
    deps: base,
    depsForAccount: forShare,
    role: 'all',
    log,
    isOnlyWorker: true,
    assertRoom: () => assertRoomFor(config),
  });
  const executions = createExecutions({ db: base.db, log });
  const platform: Platform = { ...base, jobs, executions };
  const app = await buildApp({ platform, identity: createIdentity(platform), doors: parts.doors, webRoot: null });
  return {
    platform,
    app,
    async close() {
      await app.close();
      await executions.stop();
      await jobs.stop(5_000);
      base.mailer.close();
      await ledger.stop();
      await engine.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
