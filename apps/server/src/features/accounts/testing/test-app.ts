import type { Warehouse } from '@quarry/clickhouse';
import type { Database } from '@quarry/postgres';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { jobDoors } from '#server/features/jobs/routes.ts';
import type { OutboxMail } from '#server/platform/mail.ts';
import { mailJob } from '#server/platform/mail-job.ts';
import type { Platform } from '#server/platform/scope.ts';
import { openTestPlatform } from '#server/testing/test-platform.ts';
import { resetCodeJob } from '../mail-reset-code.ts';
import { accountDoors } from '../routes.ts';
import { TestBrowser } from './test-browser.ts';

/** The account room behind its doors, with its own database. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  readonly db: Database;
  /** A browser without cookies, by default at a unique address. */
  browser(ip?: string): TestBrowser;
  /** Waits for a mail whose subject matches. */
  mailTo(email: string, subject: RegExp): Promise<OutboxMail>;
  mailCount(email: string): Promise<number>;
  close(): Promise<void>;
}

// No verb of this room queries datasets, and a process can open only one engine folder, not one per app.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `close` is called
const noWarehouse = { close: () => Promise.resolve() } as Warehouse;

/** Builds the app; `environment` overrides the tests' defaults. */
export async function openTestApp(environment: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const { platform, app, close } = await openTestPlatform({
    environment,
    openWarehouse: () => Promise.resolve(noWarehouse),
    doors: [...accountDoors, ...jobDoors],
    jobDefinitions: [mailJob, resetCodeJob],
  });
  await platform.jobs.start();
  const { db, mailer } = platform;
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
    close,
  };
}
