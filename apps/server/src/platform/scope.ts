import { type Warehouse, withShare } from '@quarry/clickhouse';
import { AppError, type Endpoint, type FeatureFlag, type UserPermission } from '@quarry/contracts';
import type { Database, Transaction } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { Executions } from '#server/platform/executions/executions.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { recordAudit } from './audit.ts';
import type { CacheOwner } from './caches.ts';
import type { Config } from './config.ts';
import type { EmailVerifier } from './email-verifier.ts';
import type { Files } from './files.ts';
import type { SignedInUser } from './identity.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Mailer } from './mail.ts';
import type { Problems } from './problems.ts';
import { networkOf } from './rate-limits.ts';
import type { Secrets } from './secrets.ts';

/** The stores and services that exist once per process. */
export interface Platform extends CacheOwner {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly warehouse: Warehouse;
  readonly jobs: Jobs;
  readonly executions: Executions;
  readonly mailer: Mailer;
  readonly files: Files;
  readonly secrets: Secrets;
  readonly problems: Problems;
  readonly ledger: Ledger;
  /** Null if e-mail addresses are not verified. */
  readonly emailVerifier: EmailVerifier | null;
}

/** A verb's view of the request and response, independent of HTTP. */
export interface RequestFacts {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Unverified; null without one. */
  readonly bearerToken: string | null;
  /** Unverified; null without them. */
  readonly basicCredentials: { readonly user: string; readonly password: string } | null;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  cookie(name: string): string | undefined;
  /** Sets an HttpOnly, SameSite=Strict cookie below /api/auth. */
  setCookie(name: string, value: string, expires: Date): void;
  clearCookie(name: string): void;
}

/** Scope of a verb behind a public door. */
export interface PublicScope extends Platform {
  readonly request: RequestFacts;
  /** Whose turns the call takes: an account's, a person's or, on a public door, an address's. */
  readonly share: string;
}

/** The result of a change and its audit entry. Never contains secrets. */
export interface Change<T> {
  readonly result: T;
  /** Current name of the changed object. */
  readonly target: string;
  /** Its id, if names can change or be reused. */
  readonly targetId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The account that it is about, whose audit trail then shows it; for staff, whose calls name none. */
  readonly clientId?: string;
}

/** Scope of a verb for a signed-in person. */
export interface UserScope extends PublicScope {
  readonly user: SignedInUser;
  /** Writes in a transaction that includes the audit row of the endpoint's action. */
  change<T>(write: (tx: Transaction) => Promise<Change<T>>): Promise<T>;
}

/** The account of a call. */
export interface ScopedClient {
  readonly id: string;
  readonly name: string;
  readonly featureFlags: readonly FeatureFlag[];
  /** The dataset version of this request; null before the first build. */
  readonly datasetVersion: string | null;
  /** Changes when the account excludes companies or brings them back. */
  readonly exclusionsRevision: number;
  /** Changes when segments or scores change under the same rows. */
  readonly derivedRevision: number;
}

/** Scope of a verb inside an account. Its transactions see only that account's rows. */
export interface ClientScope extends UserScope {
  readonly client: ScopedClient;
  readonly permissions: readonly UserPermission[];
  /** Reads the account's rows in a read-only transaction. */
  read<T>(query: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Writes the caller's own, unaudited settings. */
  remember<T>(write: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** Scope of a verb for staff. */
export interface StaffScope extends UserScope {
  /** Reads any account's rows in a read-only transaction. */
  read<T>(query: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Writes the caller's own, unaudited state, such as a lock. */
  remember<T>(write: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** The stores for the work of one account, person or address, which then takes turns with that of others. */
export function forShare<Stores extends Pick<Platform, 'db' | 'warehouse'>>(stores: Stores, share: string): Stores {
  return { ...stores, db: stores.db.withShare(share), warehouse: withShare(stores.warehouse, share) };
}

/** Creates the scope of a call on a public door. */
export function publicScope(platform: Platform, request: RequestFacts): PublicScope {
  const share = networkOf(request.ip);
  return { ...forShare(platform, share), log: platform.log.child({ requestId: request.id }), request, share };
}

/** Creates the scope of a signed-in person for one call. */
export function userScope(
  base: PublicScope,
  endpoint: Endpoint,
  user: SignedInUser,
  clientId: string | null = null,
): UserScope {
  const share = clientId ?? user.userId;
  return {
    ...forShare(base, share),
    share,
    user,
    async change(write) {
      const { audit } = endpoint;
      if (audit === false)
        throw new Error(`${endpoint.method} ${endpoint.path} declares no audit action, so it may not change anything`);
      const run = async (tx: Transaction) => {
        const change = await write(tx);
        await recordAudit(tx, {
          clientId: change.clientId ?? clientId,
          actorUserId: user.userId,
          actor: user.apiKey === null ? user.email : `${user.email} (API key ${user.apiKey.name})`,
          action: audit,
          target: change.target,
          ...(change.targetId === undefined ? {} : { targetId: change.targetId }),
          before: change.before ?? null,
          after: change.after ?? null,
          requestId: base.request.id,
        });
        return change.result;
      };
      return clientId === null ? base.db.asSystem(run) : base.db.asClient(clientId, run);
    },
  };
}

/** Creates the scope of a call inside one account. */
export function clientScope(
  base: PublicScope,
  endpoint: Endpoint,
  user: SignedInUser,
  client: ScopedClient,
  permissions: readonly UserPermission[],
): ClientScope {
  return {
    ...userScope(base, endpoint, user, client.id),
    client,
    permissions,
    read: (query) => base.db.asClient(client.id, query, { readOnly: true }),
    async remember(write) {
      assertUnaudited(endpoint);
      return base.db.asClient(client.id, write);
    },
  };
}

/** Creates the scope of a staff call. */
export function staffScope(base: PublicScope, endpoint: Endpoint, user: SignedInUser): StaffScope {
  return {
    ...userScope(base, endpoint, user),
    read: (query) => base.db.asSystem(query, { readOnly: true }),
    async remember(write) {
      assertUnaudited(endpoint);
      return base.db.asSystem(write);
    },
  };
}

function assertUnaudited(endpoint: Endpoint): void {
  if (endpoint.audit === false && endpoint.method !== 'GET') return;
  throw new AppError('INTERNAL', 'This endpoint may not write without an audit row');
}
