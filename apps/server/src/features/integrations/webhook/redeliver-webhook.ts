import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { webhookDeliveries } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { readIntegration } from '../integration.ts';
import { findDelivery, sendDelivery, targetOf, toDelivery } from './delivery.ts';

/** Longer than all retries of a delivery take; whoever sent it has been killed. */
const FORGOTTEN_MS = 2 * 3_600_000;

/** Sends a failed delivery again, once. Throws NOT_FOUND, CONFLICT and INTEGRATION_INCORRECTLY_CONFIGURED. */
export const redeliverWebhook: Verb<typeof contracts.redeliverWebhook> = async (scope, input) => {
  const { integrationId, deliveryId } = input;
  const clientId = scope.client.id;
  const integration = await scope.read((tx) => readIntegration(tx, clientId, integrationId));
  const pending = await scope.change(async (tx) => {
    const row = await findDelivery(tx, clientId, integrationId, deliveryId, 'update');
    const isForgotten = row.status === 'PENDING' && Date.now() - row.createdAt.getTime() > FORGOTTEN_MS;
    if (row.status !== 'FAILED' && !isForgotten)
      throw new AppError('CONFLICT', 'Only a failed delivery can be sent again.');
    const { url } = targetOf(scope, integration, row.recordType);
    const [saved] = await tx
      .update(webhookDeliveries)
      .set({ status: 'PENDING', url, error: null, finishedAt: null })
      .where(eq(webhookDeliveries.id, deliveryId))
      .returning();
    if (saved === undefined) throw new Error(`The delivery ${deliveryId} is gone`);
    return { result: saved, target: integration.integrationType, targetId: deliveryId };
  });
  const sent = await sendDelivery(scope, integration, pending, { waits: { retriesMs: [] } });
  return { delivery: toDelivery(sent) };
};
