import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { webhookDeliveries } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { readIntegration } from '../integration.ts';
import { payloadOf, sendDelivery, targetOf, toDelivery } from './delivery.ts';
import { exampleRecord } from './example-record.ts';

/** Sends one record to a webhook, marked as a test. Throws NOT_FOUND and INTEGRATION_INCORRECTLY_CONFIGURED. */
export const sendWebhookTest: Verb<typeof contracts.sendWebhookTest> = async (scope, { integrationId, recordType }) => {
  const clientId = scope.client.id;
  const integration = await scope.read((tx) => readIntegration(tx, clientId, integrationId));
  if (integration.integrationType !== 'WEBHOOK') {
    throw new AppError('BAD_REQUEST', 'Only a webhook can be tested this way.');
  }
  const { url, credentials } = targetOf(scope, integration, recordType);
  const { id, record } = await exampleRecord(scope, integration, recordType);
  const body = (credentials.webhookBatchSize ?? 1) > 1 ? [record] : record;
  const row = await scope.change(async (tx) => {
    const [created] = await tx
      .insert(webhookDeliveries)
      .values({
        clientId,
        integrationId,
        recordType,
        recordIds: [id],
        url,
        requestBody: payloadOf(recordType, body),
      })
      .returning();
    if (created === undefined) throw new Error('The test was not recorded');
    return { result: created, target: integration.integrationType, targetId: created.id, after: { recordType, url } };
  });
  const sent = await sendDelivery(scope, integration, row, { waits: { retriesMs: [] } });
  return { delivery: toDelivery(sent) };
};
