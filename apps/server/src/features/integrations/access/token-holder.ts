import { setTimeout as sleep } from 'node:timers/promises';
import { and, type Database, eq } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { defineCache } from '#server/platform/caches.ts';
import type { Platform } from '#server/platform/scope.ts';
import { type IntegrationRow, readIntegrationRow } from '../integration.ts';
import type { Vendor } from '../vendors/vendor.ts';
import { ConnectionEnded, NeedsConnection } from './needs-connection.ts';
import { reportProblem } from './problem.ts';
import { requestTokens, TokensRefused } from './request-tokens.ts';
import { type CrmTokens, expiryOf, openTokens, sealTokens } from './tokens.ts';

export type AccessDeps = Pick<Platform, 'db' | 'config' | 'log' | 'secrets' | 'caches'>;

/** Tokens of one connection. */
export interface TokenSource {
  /** Tokens that are good for the next minutes. */
  fresh(): Promise<CrmTokens>;
  /** Tokens other than the refused one. Throws `NeedsConnection` if there are none. */
  instead(refusedAccessToken: string): Promise<CrmTokens>;
  /** The CRM refused new tokens too. Never returns. */
  giveUp(): Promise<never>;
}

/** Tokens are refreshed this long before they end. */
const EARLY_MS = 2 * 60_000;
const LOCK_POLL_MS = 200;

/** The refreshes that run in this process, by connector and the token to replace. */
const refreshes = defineCache(() => new Map<string, Promise<Held>>());

interface Held {
  readonly tokens: CrmTokens;
  readonly expiresAt: Date | null;
}

const isEnding = ({ expiresAt }: Held): boolean => expiresAt !== null && expiresAt.getTime() - Date.now() < EARLY_MS;

/** A connector, and the account of the CRM that it led to when the work began. */
export interface Connection {
  readonly integrationId: string;
  readonly accountId: string;
}

/**
 * The stored tokens of a connector, refreshed by one holder at a time across all processes. Throws `ConnectionEnded` once
 * it leads to another account or none.
 */
export function holdTokens(deps: AccessDeps, vendor: Vendor, connection: Connection): TokenSource {
  let held: Held | null = null;
  const refreshed = async (refusedAccessToken: string | null) => {
    held = await refreshShared(deps, vendor, connection, refusedAccessToken);
    return held.tokens;
  };
  return {
    async fresh() {
      held ??= heldOf(deps, await readConnected(deps.db, connection));
      return isEnding(held) ? refreshed(held.tokens.accessToken) : held.tokens;
    },
    instead: refreshed,
    async giveUp() {
      return loseConnection(deps, vendor, await readConnected(deps.db, connection));
    },
  };
}

type Connected = IntegrationRow & { encryptedCredentials: string };

async function readConnected(db: Database, { integrationId, accountId }: Connection): Promise<Connected> {
  const [row] = await db.asSystem((tx) => tx.select().from(integrations).where(eq(integrations.id, integrationId)));
  if (row === undefined || row.encryptedCredentials === null) throw new ConnectionEnded(integrationId);
  if (readIntegrationRow(row).externalAccount?.id !== accountId) throw new ConnectionEnded(integrationId);
  return { ...row, encryptedCredentials: row.encryptedCredentials };
}

const heldOf = ({ secrets }: AccessDeps, row: Connected): Held => ({
  tokens: openTokens(secrets, row.encryptedCredentials),
  expiresAt: row.tokenExpiresAt,
});

/** Not stopped with the call that asked for it: a token that the CRM has replaced must be stored. */
function refreshShared(
  deps: AccessDeps,
  vendor: Vendor,
  connection: Connection,
  refusedAccessToken: string | null,
): Promise<Held> {
  const running = refreshes(deps);
  const { integrationId, accountId } = connection;
  // Only those who lack the same token share, because a refresh for others may find a stored one good enough.
  const key = `${integrationId} ${accountId} ${refusedAccessToken}`;
  const shared =
    running.get(key) ??
    withRefreshLock(deps.db, integrationId, () => refresh(deps, vendor, connection, refusedAccessToken)).finally(() =>
      running.delete(key),
    );
  running.set(key, shared);
  return shared;
}

async function refresh(
  deps: AccessDeps,
  vendor: Vendor,
  connection: Connection,
  refusedAccessToken: string | null,
): Promise<Held> {
  const row = await readConnected(deps.db, connection);
  const stored = heldOf(deps, row);
  if (stored.tokens.accessToken !== refusedAccessToken && !isEnding(stored)) return stored;
  const tokens = await requestTokens(vendor, {
    kind: 'refresh',
    refreshToken: stored.tokens.refreshToken,
    isSandbox: row.isSalesforceSandbox,
  }).catch((error: unknown) => {
    if (error instanceof TokensRefused) return loseConnection(deps, vendor, row);
    throw error;
  });
  const next: Held = {
    tokens: {
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken ?? stored.tokens.refreshToken,
      apiUrl: tokens.apiUrl,
    },
    expiresAt: expiryOf(tokens.expiresInSeconds),
  };
  const saved = await deps.db.asClient(row.clientId, (tx) =>
    tx
      .update(integrations)
      .set({
        encryptedCredentials: sealTokens(deps.secrets, next.tokens),
        tokenExpiresAt: next.expiresAt,
        credentialsRevision: row.credentialsRevision + 1,
        ...(tokens.scopes === null ? {} : { credentialScopes: [...tokens.scopes] }),
      })
      .where(and(eq(integrations.id, row.id), eq(integrations.credentialsRevision, row.credentialsRevision)))
      .returning({ id: integrations.id }),
  );
  // Somebody connected or disconnected meanwhile, which counts.
  return saved.length > 0 ? next : heldOf(deps, await readConnected(deps.db, connection));
}

async function loseConnection(deps: AccessDeps, vendor: Vendor, row: IntegrationRow): Promise<never> {
  const problem = `${vendor.label} no longer accepts the connection. Connect ${vendor.label} again.`;
  await reportProblem(deps, readIntegrationRow(row), vendor.label, problem);
  throw new NeedsConnection(problem, { integrationId: row.id });
}

/** A lock of the session, so it ends with a process that is killed, and no transaction stays open meanwhile. */
async function withRefreshLock<T>({ pool }: Database, integrationId: string, work: () => Promise<T>): Promise<T> {
  const key = `crm-tokens ${integrationId}`;
  for (;;) {
    const session = await pool.connect();
    let isBroken = true;
    try {
      const { rows } = await session.query<{ taken: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
        [key],
      );
      if (rows[0]?.taken !== true) {
        isBroken = false;
      } else {
        try {
          return await work();
        } finally {
          await session.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]);
          isBroken = false;
        }
      }
    } finally {
      session.release(isBroken);
    }
    await sleep(LOCK_POLL_MS);
  }
}
