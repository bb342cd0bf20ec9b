import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type RecordType, type WebhookCredentials, type WebhookDelivery } from '@quarry/contracts';
import { and, eq, type Transaction } from '@quarry/postgres';
import { webhookDeliveries } from '@quarry/postgres/tables/integrations';
import type { Platform } from '#server/platform/scope.ts';
import { NeedsConnection } from '../access/needs-connection.ts';
import type { StoredIntegration } from '../integration.ts';
import { readRetryAfter } from '../retry-after.ts';
import { openWebhook, withoutSecrets } from './credentials.ts';
import { type Posted, postTo } from './post.ts';
import { requestHeaders } from './request-headers.ts';

export type WebhookDeps = Pick<Platform, 'db' | 'config' | 'secrets'>;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** How long to wait for an answer, and before each further try. */
export interface DeliveryWaits {
  readonly answerMs?: number;
  readonly retriesMs?: readonly number[];
  /** Lets the time before a further try pass. */
  readonly pass?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Before the second try and each further one. */
const RETRY_WAITS_MS = [5_000, 30_000, 2 * 60_000, 10 * 60_000];
const MAX_RETRY_AFTER_MS = 10 * 60_000;
const SHOWN_ANSWER = 300;

const mayPass = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

/** What a webhook receives. It is serialised once, so that every try sends and signs the same bytes. */
export const payloadOf = (recordType: RecordType, body: unknown): string =>
  JSON.stringify({ source: 'Quarry', type: recordType === 'company' ? 'account' : 'contact', body });

/** Where records of a kind go. Throws `NeedsConnection` without an address. */
export function targetOf(
  { secrets }: Pick<WebhookDeps, 'secrets'>,
  { encryptedCredentials }: StoredIntegration,
  recordType: RecordType,
): { readonly url: string; readonly credentials: WebhookCredentials } {
  if (encryptedCredentials === null) throw new NeedsConnection('The webhook is not connected.');
  const credentials = openWebhook(secrets, encryptedCredentials);
  const url = recordType === 'company' ? credentials.accountUrl : credentials.contactsUrl;
  if (url === null) throw new NeedsConnection('The webhook has no address for contacts.');
  return { url, credentials };
}

/** Sends a stored delivery until it is settled, and returns its row. */
export async function sendDelivery(
  deps: WebhookDeps,
  integration: StoredIntegration,
  row: DeliveryRow,
  { signal, waits = {} }: { readonly signal?: AbortSignal; readonly waits?: DeliveryWaits },
): Promise<DeliveryRow> {
  const { answerMs, retriesMs = RETRY_WAITS_MS, pass = passed } = waits;
  const { credentials } = targetOf(deps, integration, row.recordType);
  const bytes = Buffer.from(row.requestBody, 'utf8');
  const { sent, shown } = requestHeaders(credentials, { id: row.id, isTest: row.jobId === null }, bytes);
  for (let retries = 0; ; retries++) {
    signal?.throwIfAborted();
    await save(deps, row, { attempts: row.attempts + retries + 1, requestHeaders: shown });
    const posted = await postTo(
      row.url,
      { headers: sent, bytes },
      { allowsPrivateTargets: deps.config.allowsPrivateTargets, timeoutMs: answerMs },
    );
    const waitMs = retriesMs[retries];
    if (isSettled(posted) || waitMs === undefined) return save(deps, row, settledColumns(posted, credentials));
    await pass(Math.max(waitMs, retryAfterMs(posted)), signal);
  }
}

const passed = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal });

const isSettled = (posted: Posted): boolean =>
  posted.kind === 'answered' ? !mayPass(posted.status) : posted.isForbidden;

function retryAfterMs(posted: Posted): number {
  const ms = posted.kind === 'answered' ? readRetryAfter(posted.retryAfter) : null;
  return Math.min(ms ?? 0, MAX_RETRY_AFTER_MS);
}

function settledColumns(posted: Posted, credentials: WebhookCredentials): Partial<DeliveryRow> {
  const finishedAt = new Date();
  if (posted.kind === 'unreachable') {
    const error = withoutSecrets(posted.message, credentials);
    return { status: 'FAILED', responseStatus: null, responseBody: null, error, finishedAt };
  }
  const { status } = posted;
  // PostgreSQL stores no NUL.
  const responseBody = withoutSecrets(posted.body, credentials).replaceAll('\0', '');
  const isDelivered = status >= 200 && status < 300;
  return {
    status: isDelivered ? 'DELIVERED' : 'FAILED',
    responseStatus: status,
    responseBody,
    error: isDelivered
      ? null
      : `Status ${status}${responseBody === '' ? '' : `: ${responseBody.slice(0, SHOWN_ANSWER)}`}`,
    finishedAt,
  };
}

async function save({ db }: WebhookDeps, row: DeliveryRow, columns: Partial<DeliveryRow>): Promise<DeliveryRow> {
  const [saved] = await db.asClient(row.clientId, (tx) =>
    tx.update(webhookDeliveries).set(columns).where(eq(webhookDeliveries.id, row.id)).returning(),
  );
  if (saved === undefined) throw new Error(`The delivery ${row.id} is gone`);
  return saved;
}

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  jobId: row.jobId,
  recordType: row.recordType,
  records: row.recordIds.length,
  status: row.status,
  attempts: row.attempts,
  responseStatus: row.responseStatus,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** Reads a delivery of a connector; `lock` keeps others from sending it. Throws NOT_FOUND. */
export async function findDelivery(
  tx: Transaction,
  clientId: string,
  integrationId: string,
  deliveryId: string,
  lock: 'none' | 'update' = 'none',
): Promise<DeliveryRow> {
  const query = tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.clientId, clientId),
        eq(webhookDeliveries.integrationId, integrationId),
        eq(webhookDeliveries.id, deliveryId),
      ),
    );
  const [row] = await (lock === 'none' ? query : query.for(lock));
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such delivery.', { deliveryId });
  return row;
}
