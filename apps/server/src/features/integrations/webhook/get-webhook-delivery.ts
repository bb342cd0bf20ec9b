import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findDelivery, toDelivery } from './delivery.ts';

/** Returns one delivery with request and answer. Throws NOT_FOUND. */
export const getWebhookDelivery: Verb<typeof contracts.getWebhookDelivery> = (scope, { integrationId, deliveryId }) =>
  scope.read(async (tx) => {
    const row = await findDelivery(tx, scope.client.id, integrationId, deliveryId);
    const { url, requestHeaders, requestBody, responseBody } = row;
    return { delivery: { ...toDelivery(row), url, requestHeaders, requestBody, responseBody } };
  });
