import type * as contracts from '@quarry/contracts';
import { and, desc, eq } from '@quarry/postgres';
import { webhookDeliveries } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { readIntegration } from '../integration.ts';
import { toDelivery } from './delivery.ts';

/** Returns what was sent to a webhook, newest first. Throws NOT_FOUND. */
export const listWebhookDeliveries: Verb<typeof contracts.listWebhookDeliveries> = (scope, input) =>
  scope.read(async (tx) => {
    const { integrationId, status, limit, offset } = input;
    const clientId = scope.client.id;
    await readIntegration(tx, clientId, integrationId);
    const condition = and(
      eq(webhookDeliveries.clientId, clientId),
      eq(webhookDeliveries.integrationId, integrationId),
      status === undefined ? undefined : eq(webhookDeliveries.status, status),
    );
    const rows = await tx
      .select()
      .from(webhookDeliveries)
      .where(condition)
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .limit(limit)
      .offset(offset);
    return { items: rows.map(toDelivery), count: await tx.$count(webhookDeliveries, condition) };
  });
