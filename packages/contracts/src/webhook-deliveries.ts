import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { recordType } from './integrations.ts';

const admin = { kind: 'client', permission: 'ADMIN' } as const;
const id = z.string().min(1).max(100);
const oneIntegration = z.object({ integrationId: id });
const count = z.number().int().nonnegative();
const instant = z.string().nullable();

export const WEBHOOK_DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;

export const webhookDelivery = z.object({
  /** Also the value of `X-Quarry-Delivery`, the same at each try. */
  id: z.string(),
  /** The sync job; null for tests. */
  jobId: z.string().nullable(),
  recordType,
  records: count,
  status: z.enum(WEBHOOK_DELIVERY_STATUSES),
  attempts: count,
  responseStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: instant,
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/app/integrations/:integrationId/deliveries',
  summary: 'What was sent to the webhook',
  access: admin,
  audit: false,
  params: oneIntegration,
  query: z.object({
    status: z.enum(WEBHOOK_DELIVERY_STATUSES).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(10),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(webhookDelivery), count }),
});

/** One delivery with request and answer; secrets are masked. */
export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/app/integrations/:integrationId/deliveries/:deliveryId',
  summary: 'One delivery with request and answer',
  access: admin,
  audit: false,
  params: oneIntegration.extend({ deliveryId: id }),
  output: z.object({
    delivery: webhookDelivery.extend({
      url: z.string(),
      requestHeaders: z.record(z.string(), z.string()),
      requestBody: z.string(),
      /** Null if no answer came. */
      responseBody: z.string().nullable(),
    }),
  }),
});

/** Sends a failed delivery again, the same bytes under the same id. */
export const redeliverWebhook = endpoint({
  method: 'POST',
  path: '/app/integrations/:integrationId/deliveries/:deliveryId/redeliver',
  summary: 'Send a failed delivery again',
  access: admin,
  audit: 'integration.redelivered',
  params: oneIntegration.extend({ deliveryId: id }),
  output: z.object({ delivery: webhookDelivery }),
});

/** Sends one company of the dataset, or an example if there is none, marked as a test by `X-Quarry-Test`. */
export const sendWebhookTest = endpoint({
  method: 'POST',
  path: '/app/integrations/:integrationId/send-test',
  summary: 'Send a test to the webhook',
  access: admin,
  audit: 'integration.test-sent',
  params: oneIntegration,
  body: z.object({ recordType: recordType.default('company') }),
  output: z.object({ delivery: webhookDelivery }),
});
