import {
  AppError,
  apiKeyScopeFor,
  type Endpoint,
  FEATURE_FLAGS,
  type FeatureFlag,
  hasFeature,
  USER_PERMISSIONS,
  type UserPermission,
} from '@quarry/contracts';
import type { Database, Transaction } from '@quarry/postgres';
import { and, eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { memberships } from '@quarry/postgres/tables/memberships';
import type { SignedInUser } from './identity.ts';
import type { ScopedClient } from './scope.ts';

const isFlag = (name: string): name is FeatureFlag => FEATURE_FLAGS.some((flag) => flag === name);
const isPermission = (name: string): name is UserPermission => USER_PERMISSIONS.some((known) => known === name);

/** An account, and the caller's permissions in it. */
export interface ClientAccess {
  readonly client: ScopedClient;
  readonly permissions: readonly UserPermission[];
}

/**
 * Finds an account by name, with the caller's permissions. Staff with VIEW_ANY_ACCOUNT can view any account, and with
 * EDIT_ACCOUNTS administer it; an API key opens only its own. Unknown and forbidden accounts fail alike, so names don't
 * leak. An invited member's first call accepts the invitation.
 */
export async function openClient(db: Database, user: SignedInUser, name: string): Promise<ClientAccess> {
  const shared = db.withShare(user.userId);
  const row = await shared.asSystem((tx) => findClient(tx, user, name), { readOnly: true });
  const isViewer = user.staffPermissions.includes('VIEW_ANY_ACCOUNT');
  const isOtherKey = user.apiKey !== null && user.apiKey.clientId !== row?.id;
  if (row === undefined || isOtherKey || (row.permissions === null && !isViewer)) {
    throw new AppError('FORBIDDEN', 'You do not have access to this account.', { client: name });
  }
  if (row.isPendingAcceptance === true) {
    await shared.asSystem((tx) =>
      tx
        .update(memberships)
        .set({ isPendingAcceptance: false })
        .where(and(eq(memberships.clientId, row.id), eq(memberships.userId, user.userId))),
    );
  }
  const granted = new Set<UserPermission>(['USER', ...(row.permissions ?? []).filter(isPermission)]);
  if (isViewer && user.staffPermissions.includes('EDIT_ACCOUNTS')) granted.add('ADMIN');
  return {
    client: {
      id: row.id,
      name: row.name,
      featureFlags: row.featureFlags.filter(isFlag),
      datasetVersion: row.datasetVersion === null ? null : String(row.datasetVersion),
      exclusionsRevision: row.exclusionsRevision,
      derivedRevision: row.derivedRevision,
    },
    permissions: [...granted],
  };
}

async function findClient(tx: Transaction, { userId }: SignedInUser, name: string) {
  const [row] = await tx
    .select({
      id: clients.id,
      name: clients.name,
      featureFlags: clients.featureFlags,
      datasetVersion: clients.datasetVersion,
      exclusionsRevision: clients.exclusionsRevision,
      derivedRevision: clients.derivedRevision,
      permissions: memberships.permissions,
      isPendingAcceptance: memberships.isPendingAcceptance,
    })
    .from(clients)
    .leftJoin(memberships, and(eq(memberships.clientId, clients.id), eq(memberships.userId, userId)))
    .where(eq(clients.name, name));
  return row;
}

/** Throws FORBIDDEN if the caller uses an API key whose scope does not cover the endpoint. */
export function assertKeyOpens(endpoint: Endpoint, { apiKey }: SignedInUser): void {
  if (apiKey === null) return;
  const needed = apiKeyScopeFor(endpoint);
  if (needed === false) throw new AppError('FORBIDDEN', 'API keys cannot be used for this.');
  if (needed === 'write' && apiKey.scope === 'read') {
    throw new AppError('FORBIDDEN', 'This API key may only read.', { scope: apiKey.scope });
  }
}

/** Throws FORBIDDEN if the caller does not meet the endpoint's declared access conditions. */
export function assertMayEnter(
  access: Extract<Endpoint['access'], { kind: 'client' | 'any-account' }>,
  found: ClientAccess,
  user: SignedInUser,
): void {
  if (access.kind === 'client') assertPermitted(access, found, user);
  if (access.feature !== undefined && !hasFeature(access.feature, found.client, user)) {
    throw new AppError('FORBIDDEN', 'This feature is not enabled for the account.', { feature: access.feature });
  }
}

function assertPermitted(
  access: Extract<Endpoint['access'], { kind: 'client' }>,
  found: ClientAccess,
  user: SignedInUser,
): void {
  const lacksPermission = access.permission !== undefined && !found.permissions.includes(access.permission);
  const lacksStaff = access.staffPermission !== undefined && !user.staffPermissions.includes(access.staffPermission);
  if (lacksPermission || lacksStaff) {
    throw new AppError(
      'FORBIDDEN',
      "You don't have permissions to view this page. Please contact your account administrator.",
      { permission: lacksPermission ? access.permission : access.staffPermission },
    );
  }
}
