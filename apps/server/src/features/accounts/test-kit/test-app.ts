import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Warehouse } from '@quarry/clickhouse';
import type { Database } from '@quarry/postgres';
import { createTestDatabase } from '@quarry/testing';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { jobDoors } from '#server/features/jobs/routes.ts';
import { buildApp } from '#server/platform/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { openFiles } from '#server/platform/files.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { type OutboxMail, outboxMailer } from '#server/platform/mail.ts';
import { createLog } from '#server/platform/open-platform.ts';
import type { Platform } from '#server/platform/scope.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createIdentity } from '../identity/create-identity.ts';
import { accountDoors } from '../routes.ts';
import { TestBrowser } from './test-browser.ts';

/** The account room behind its doors, on a database of its own. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  readonly db: Database;
  /** A browser without cookies, at an address of its own. */
  browser(ip?: string): TestBrowser;
  /** Waits for the first mail to the address whose subject fits. */
  mailTo(email: string, subject: RegExp): Promise<OutboxMail>;
  mailCount(email: string): Promise<number>;
  close(): Promise<void>;
}

// No verb of this room reaches the engine of the datasets.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a store that is never used needs no methods
const noWarehouse = {} as Warehouse;

/** Builds the app with the environment on top of the tests' own. */
export async function openTestApp(env: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const { db } = database;
  const folder = mkdtempSync(join(tmpdir(), 'quarry-accounts-'));
  const config = readConfig({
    NODE_ENV: 'test',
    QUARRY_DATA_DIR: folder,
    QUARRY_PUBLIC_URL: 'http://quarry.test',
    ...env,
  });
  const log = createLog(env.LOG_LEVEL ?? 'silent');
  const mailer = outboxMailer(join(folder, 'outbox'));
  const base = {
    config,
    log,
    db,
    warehouse: noWarehouse,
    mailer,
    files: await openFiles(config, folder),
    secrets: createSecrets('a secret of the tests, long enough to be one'),
  };
  const platform: Platform = { ...base, jobs: createJobs({ db, definitions: [], deps: base, role: 'api', log }) };
  const app = await buildApp({
    platform,
    identity: createIdentity(platform),
    doors: [...accountDoors, ...jobDoors],
    webRoot: null,
  });
  const mailsTo = async (email: string) => ((await mailer.outbox?.()) ?? []).filter((mail) => mail.to === email);
  let addresses = 0;
  return {
    app,
    platform,
    db,
    browser: (ip) => new TestBrowser(app, ip ?? `10.0.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`),
    mailTo: (email, subject) =>
      vi.waitFor(async () => {
        const mail = (await mailsTo(email)).find((candidate) => subject.test(candidate.subject));
        if (mail === undefined) throw new Error(`No mail for ${email} like ${subject}`);
        return mail;
      }, 5000),
    mailCount: async (email) => (await mailsTo(email)).length,
    async close() {
      await app.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
