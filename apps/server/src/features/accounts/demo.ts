import { CREDIT_TYPES, FEATURE_FLAGS, STAFF_PERMISSIONS, type UserPermission } from '@quarry/contracts';
import { and, eq, inArray, isNotNull, isNull, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { memberships } from '@quarry/postgres/tables/memberships';
import { acmeConfig, demoConfig } from '#server/features/client-configs/default-config.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Platform } from '#server/platform/scope.ts';
import { createUser } from './create-user.ts';
import { grantCredits } from './credits/grant-credits.ts';
import { DEMO_SIGN_INS } from './identity/demo-users.ts';
import { hashPassword } from './identity/passwords.ts';
import { generatePassword } from './one-time-password.ts';

const ACTOR = 'demo';
const DEMO_CREDITS = { CONTACT: 5000, ENRICHMENT: 1000, PHONE_NUMBER: 200 };
const ACME_CONTACT_CREDITS = 1000;

/** Without `useMarketsForSourcing`, so that the first build sources companies by criteria. */
const INITIAL_FLAGS = FEATURE_FLAGS.filter((flag) => flag !== 'useMarketsForSourcing');

export interface Demo {
  /** True if this call created the demo. */
  readonly isNew: boolean;
  /** The new password of all demo sign-ins, to show once; null if configured or created earlier. */
  readonly generatedPassword: string | null;
  readonly signIns: readonly string[];
}

async function createDemoClient(
  tx: Transaction,
  row: Omit<typeof clients.$inferInsert, 'id'>,
  members: readonly { userId: string; permissions: UserPermission[] }[],
): Promise<string> {
  const [client] = await tx.insert(clients).values(row).returning({ id: clients.id });
  if (client === undefined) throw new Error(`The client ${row.name} was not created`);
  await tx
    .insert(memberships)
    .values(members.map((member) => ({ ...member, clientId: client.id, isPendingAcceptance: false })));
  await recordAudit(tx, {
    clientId: client.id,
    actorUserId: null,
    actor: ACTOR,
    action: 'client.created',
    target: row.name,
    before: null,
    after: { name: row.name, featureFlags: row.featureFlags, companyLimit: row.companyLimit },
    requestId: null,
  });
  return client.id;
}

async function createDemo(tx: Transaction, passwordHash: string, companies: number): Promise<void> {
  const adminId = await createUser(tx, { email: DEMO_SIGN_INS.admin, passwordHash });
  const userId = await createUser(tx, { email: DEMO_SIGN_INS.user, passwordHash });
  await createUser(tx, { email: DEMO_SIGN_INS.staff, passwordHash, staffPermissions: STAFF_PERMISSIONS });
  const admin = { userId: adminId, permissions: ['USER', 'ADMIN'] satisfies UserPermission[] };
  const user = { userId, permissions: ['USER'] satisfies UserPermission[] };
  const demoId = await createDemoClient(
    tx,
    { ...demoConfig(), name: 'demo', featureFlags: INITIAL_FLAGS, companyLimit: companies * 2 },
    [admin, user],
  );
  // `finishDemo` sets the limit, which depends on the size of the first dataset.
  const acmeId = await createDemoClient(tx, { ...acmeConfig(), name: 'acme', featureFlags: [], companyLimit: null }, [
    admin,
  ]);
  for (const creditType of CREDIT_TYPES) {
    await grantCredits(tx, {
      clientId: demoId,
      creditType,
      amount: DEMO_CREDITS[creditType],
      actor: ACTOR,
      reference: { reason: 'For trying out' },
      idempotencyKey: `demo:${creditType}`,
    });
  }
  await grantCredits(tx, {
    clientId: acmeId,
    creditType: 'CONTACT',
    amount: ACME_CONTACT_CREDITS,
    actor: ACTOR,
    reference: { reason: 'For trying out' },
    idempotencyKey: 'demo:CONTACT',
  });
}

/** Creates the demo's clients and sign-ins in one transaction, unless they exist. */
export async function ensureDemo({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<Demo> {
  const signIns = Object.values(DEMO_SIGN_INS);
  const hasDemo = (tx: Transaction) =>
    tx
      .select({ id: clients.id })
      .from(clients)
      .where(inArray(clients.name, ['demo', 'acme']))
      .then((rows) => rows.length > 0);
  if (await db.asSystem(hasDemo, { readOnly: true })) return { isNew: false, generatedPassword: null, signIns };
  const password = config.demo.password ?? generatePassword();
  const passwordHash = await hashPassword(password);
  const isNew = await db.asSystem(async (tx) => {
    // Two processes starting together must create only one demo.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('quarry-demo', 0))`);
    if (await hasDemo(tx)) return false;
    await createDemo(tx, passwordHash, config.demo.companies);
    return true;
  });
  return { isNew, generatedPassword: isNew && config.demo.password === null ? password : null, signIns };
}

/**
 * Completes the demo after the first builds: gives `demo` its last feature flag and limits `acme` to four fifths of its
 * companies. Later calls change nothing.
 */
export async function finishDemo({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.asSystem(async (tx) => {
    const [demo] = await tx
      .select({ id: clients.id, featureFlags: clients.featureFlags })
      .from(clients)
      .where(and(eq(clients.name, 'demo'), eq(clients.featureFlags, INITIAL_FLAGS), isNotNull(clients.datasetVersion)));
    if (demo !== undefined) {
      await changeDemoClient(
        tx,
        { id: demo.id, name: 'demo' },
        { featureFlags: demo.featureFlags },
        { featureFlags: [...FEATURE_FLAGS] },
      );
    }
    const [acme] = await tx
      .select({ id: clients.id, companies: datasetVersions.rowCount })
      .from(clients)
      .innerJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
      .where(and(eq(clients.name, 'acme'), isNull(clients.companyLimit)));
    if (acme !== undefined && acme.companies) {
      const companyLimit = Math.floor(acme.companies * 0.8);
      await changeDemoClient(tx, { id: acme.id, name: 'acme' }, { companyLimit: null }, { companyLimit });
    }
  });
}

type ClientChange = Partial<Pick<typeof clients.$inferInsert, 'featureFlags' | 'companyLimit'>>;

async function changeDemoClient(
  tx: Transaction,
  client: { readonly id: string; readonly name: string },
  before: ClientChange,
  after: ClientChange,
): Promise<void> {
  await tx.update(clients).set(after).where(eq(clients.id, client.id));
  await recordAudit(tx, {
    clientId: client.id,
    actorUserId: null,
    actor: ACTOR,
    action: 'client.demo-finished',
    target: client.name,
    before,
    after,
    requestId: null,
  });
}
