import type { ClientConfig, StaffPermission } from '@quarry/contracts';
import { and, type Database, eq, findRunningPostgres, openDatabase } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import { resourceLocks } from '@quarry/postgres/tables/resource-locks';
import { segments } from '@quarry/postgres/tables/segments';
import { inject } from 'vitest';
import { createUser } from '../apps/server/src/features/accounts/create-user.ts';
import { appendCreditEntry } from '../apps/server/src/features/accounts/credits/append-credit-entry.ts';
import { hashPassword } from '../apps/server/src/features/accounts/identity/passwords.ts';
import { createClient } from '../apps/server/src/features/client-configs/create-client.ts';
import { defaultConfig } from '../apps/server/src/features/client-configs/default-config.ts';
import { setConfig } from '../apps/server/src/features/client-configs/set-config.ts';
import { requestBuild } from '../apps/server/src/features/datasets/request-build.ts';
import { postgresPathOf } from '../apps/server/src/platform/data-folder.ts';
import { enqueueJob } from '../apps/server/src/platform/jobs/enqueue-job.ts';
import { getJob } from '../apps/server/src/platform/jobs/list-jobs.ts';
import { createLog } from '../apps/server/src/platform/open-platform.ts';
import { expect } from './expect.ts';

const ACTOR = { userId: null, name: 'journey' };
const BUILD_TIMEOUT_MS = 120_000;

/** An account for a single journey, which may change its columns permanently. */
export interface OwnAccount {
  /** E-mail addresses of an administrator and a member; they sign in with the demo's password. */
  readonly admin: string;
  readonly member: string;
  /** Builds the account's dataset, like its daily build, and waits for it. */
  build(): Promise<void>;
  set(changes: Partial<ClientConfig>): Promise<void>;
  grantContactCredits(amount: number): Promise<void>;
  /** Moves the last renewal of the lock on its config so many minutes into the past. */
  ageLock(minutes: number): Promise<void>;
  /** Leaves a segment as if its companies could not be found. */
  failSegment(segmentName: string, problem: string): Promise<void>;
  close(): Promise<void>;
}

/** Creates an account with its own people directly in the running server's database. */
export async function makeOwnAccount(name: string, config: Partial<ClientConfig>): Promise<OwnAccount> {
  const db = await openServerDatabase();
  const admin = `admin@${name}.quarry.test`;
  const member = `member@${name}.quarry.test`;
  const passwordHash = await hashPassword(inject('quarry').password);
  const clientId = await db.asSystem(async (tx) => {
    const id = await createClient(tx, { config: { ...defaultConfig(name), ...config } }, ACTOR);
    const adminId = await createUser(tx, { email: admin, passwordHash });
    const memberId = await createUser(tx, { email: member, passwordHash });
    await tx.insert(memberships).values([
      { clientId: id, userId: adminId, permissions: ['USER', 'ADMIN'], isPendingAcceptance: false },
      { clientId: id, userId: memberId, permissions: ['USER'], isPendingAcceptance: false },
    ]);
    return id;
  });
  return {
    admin,
    member,
    build: () => build(db, clientId),
    set: async (changes) => {
      await db.asSystem((tx) => setConfig(tx, name, changes, ACTOR));
    },
    grantContactCredits: async (amount) => {
      await db.asSystem((tx) =>
        appendCreditEntry(tx, {
          clientId,
          creditType: 'CONTACT',
          kind: 'GRANT',
          amount,
          actor: ACTOR.name,
          reference: { reason: 'For a journey' },
          idempotencyKey: `journey ${crypto.randomUUID()}`,
        }),
      );
    },
    ageLock: async (minutes) => {
      const renewedAt = new Date(Date.now() - minutes * 60_000);
      await db.asSystem((tx) => tx.update(resourceLocks).set({ renewedAt }).where(eq(resourceLocks.id, name)));
    },
    failSegment: async (segmentName, problem) => {
      await db.asSystem((tx) =>
        tx
          .update(segments)
          .set({ updateStatus: 'ERROR', problem })
          .where(and(eq(segments.clientId, clientId), eq(segments.name, segmentName))),
      );
    },
    close: () => db.close(),
  };
}

/** Creates another member of the staff, besides the demo's, who may approve markets; returns the address. */
export async function makeStaff(
  name: string,
  staffPermissions: readonly StaffPermission[] = ['VIEW_ANY_ACCOUNT'],
): Promise<string> {
  const db = await openServerDatabase();
  const email = `${name}@quarry.test`;
  const passwordHash = await hashPassword(inject('quarry').password);
  await db.asSystem((tx) => createUser(tx, { email, passwordHash, staffPermissions }));
  await db.close();
  return email;
}

/** Connects to the embedded database of the server under test. */
async function openServerDatabase(): Promise<Database> {
  const log = createLog('warn');
  const connectionString = findRunningPostgres(postgresPathOf(inject('quarry').dataDir), log);
  if (connectionString === null) throw new Error("The server's database is not ready");
  return openDatabase({ connectionString, log });
}

async function build(db: Database, clientId: string): Promise<void> {
  const jobId = await db.asSystem((tx) => requestBuild(tx, { enqueue: enqueueJob }, clientId, {}, ACTOR.name));
  const isRunning = async () => /^(WAITING|PROCESSING)$/.test((await getJob(db, jobId))?.status ?? '');
  await expect.poll(isRunning, { timeout: BUILD_TIMEOUT_MS }).toBe(false);
  expect(await getJob(db, jobId)).toMatchObject({ status: 'COMPLETE', error: null });
}
