import { FEATURE_FLAGS, type FeatureFlag, type StaffPermission, type UserPermission } from '@quarry/contracts';
import { clients } from '@quarry/postgres/tables/clients';
import { memberships } from '@quarry/postgres/tables/memberships';
import { createUser } from '#server/features/accounts/create-user.ts';
import { issueIdentityToken } from '#server/features/accounts/identity/identity-token.ts';
import { startSession } from '#server/features/accounts/identity/sessions.ts';
import type { Platform } from '#server/platform/scope.ts';

/** A signed-in person. */
export interface TestPerson {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly token: string;
}

let counter = 0;

/** Creates a person with a session. */
export async function signedInPerson(
  { db, secrets }: Platform,
  options: {
    staffPermissions?: readonly StaffPermission[];
    memberOf?: Readonly<Record<string, readonly UserPermission[]>>;
  } = {},
): Promise<TestPerson> {
  const email = `person-${++counter}@example.test`;
  const { userId, session } = await db.asSystem(async (tx) => {
    const id = await createUser(tx, { email, passwordHash: null, staffPermissions: options.staffPermissions ?? [] });
    for (const [clientId, permissions] of Object.entries(options.memberOf ?? {})) {
      await tx
        .insert(memberships)
        .values({ clientId, userId: id, permissions: [...permissions], isPendingAcceptance: false });
    }
    return { userId: id, session: await startSession(tx, secrets, id, 'test') };
  });
  const { idToken } = await issueIdentityToken(secrets, { userId, sessionId: session.sessionId });
  return { userId, email, sessionId: session.sessionId, token: idToken };
}

/** Creates an account, by default with every feature flag; returns its id. */
export async function createTestClient(
  { db }: Pick<Platform, 'db'>,
  name: string,
  featureFlags: readonly FeatureFlag[] = FEATURE_FLAGS,
): Promise<string> {
  return db.asSystem(async (tx) => {
    const [row] = await tx
      .insert(clients)
      .values({ name, featureFlags: [...featureFlags] })
      .returning({ id: clients.id });
    if (row === undefined) throw new Error(`The client ${name} was not created`);
    return row.id;
  });
}
