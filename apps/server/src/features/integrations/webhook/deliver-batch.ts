import { createHash } from 'node:crypto';
import type { RecordType } from '@quarry/contracts';
import { and, eq, sql } from '@quarry/postgres';
import { webhookDeliveries } from '@quarry/postgres/tables/integrations';
import type { StoredIntegration } from '../integration.ts';
import {
  type DeliveryRow,
  type DeliveryWaits,
  payloadOf,
  sendDelivery,
  targetOf,
  type WebhookDeps,
} from './delivery.ts';

/** Requests in a row, each try counted, that may fail before the whole job does. */
const MAX_FAILURES = 20;

export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'unreachable'; readonly message: string }
  /** Nothing more is sent: to this address, which is gone, or by the whole job. The batch failed for the same reason. */
  | { readonly kind: 'ended'; readonly what: 'address' | 'job'; readonly message: string };

export interface Batch {
  readonly jobId: string;
  /** Its place among the batches of its job and kind; also after a crash the same. */
  readonly batch: number;
  readonly recordType: RecordType;
  readonly recordIds: readonly string[];
  /** One record, or several in a list. */
  readonly body: unknown;
}

/** A UUID that is the same whenever the batch is sent. */
function deliveryId({ jobId, recordType, batch }: Batch): string {
  const hex = createHash('sha256').update(`${jobId} ${recordType} ${batch}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5');
}

/**
 * Sends a batch to a webhook and waits for its outcome, with all retries. What was delivered or refused before a crash is
 * not sent again; what was in flight is sent under the same id with the same bytes.
 */
export async function deliverBatch(
  deps: WebhookDeps,
  integration: StoredIntegration,
  batch: Batch,
  options: { readonly signal?: AbortSignal; readonly waits?: DeliveryWaits } = {},
): Promise<DeliveryOutcome> {
  const { clientId, id: integrationId } = integration;
  const { jobId, recordType, recordIds, body } = batch;
  const target = targetOf(deps, integration, recordType);
  const id = deliveryId(batch);
  const ofId = eq(webhookDeliveries.id, id);
  const row = await deps.db.asClient(clientId, async (tx) => {
    const [created] = await tx
      .insert(webhookDeliveries)
      .values({
        id,
        clientId,
        integrationId,
        jobId,
        recordType,
        recordIds: [...recordIds],
        url: target.url,
        requestBody: payloadOf(recordType, body),
        batch: batch.batch,
      })
      .onConflictDoNothing()
      .returning();
    if (created !== undefined) return created;
    const [known] = await tx.select().from(webhookDeliveries).where(ofId);
    return known;
  });
  if (row === undefined) throw new Error(`The delivery ${id} is missing`);
  const settled = row.status === 'PENDING' ? await sendDelivery(deps, integration, row, options) : row;
  return outcomeOf(deps, settled);
}

async function outcomeOf(deps: WebhookDeps, row: DeliveryRow): Promise<DeliveryOutcome> {
  if (row.status === 'DELIVERED') return { kind: 'delivered' };
  const message = row.error ?? 'The delivery failed';
  if (row.responseStatus === 410) return { kind: 'ended', what: 'address', message };
  const [{ failures } = { failures: 0 }] = await deps.db.asClient(row.clientId, (tx) => {
    const { attempts, finishedAt, jobId, status } = webhookDeliveries;
    const ofJob = eq(jobId, row.jobId ?? '');
    const delivered = tx
      .select({ at: sql`max(${finishedAt})` })
      .from(webhookDeliveries)
      .where(and(ofJob, eq(status, 'DELIVERED')));
    return tx
      .select({ failures: sql<number>`coalesce(sum(${attempts}), 0)::int` })
      .from(webhookDeliveries)
      .where(and(ofJob, eq(status, 'FAILED'), sql`${finishedAt} > coalesce((${delivered}), '-infinity')`));
  });
  if (failures >= MAX_FAILURES) {
    const reason = `The last ${MAX_FAILURES} requests to the webhook failed: ${message}`;
    return { kind: 'ended', what: 'job', message: reason };
  }
  return row.responseStatus === null
    ? { kind: 'unreachable', message }
    : { kind: 'refused', status: row.responseStatus, message };
}
