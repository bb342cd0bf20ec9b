import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { createIntegration } from './create-integration.ts';
import { describeExternalFields } from './describe-external-fields.ts';
import { disconnectIntegration } from './disconnect-integration.ts';
import { createExternalFields } from './fields/create-external-fields.ts';
import { getExternalFieldsCreation } from './fields/get-external-fields-creation.ts';
import { getExternalRecordUrl } from './get-external-record-url.ts';
import { listIntegrations } from './list-integrations.ts';
import { authorizeIntegration } from './oauth/authorize-integration.ts';
import { connectIntegration } from './oauth/connect-integration.ts';
import { removePipedriveApp } from './remove-pipedrive-app.ts';
import { saveFieldMapping } from './save-field-mapping.ts';
import { setSegmentAutosync } from './set-segment-autosync.ts';
import { updateIntegration } from './update-integration.ts';
import { getWebhookDelivery } from './webhook/get-webhook-delivery.ts';
import { listWebhookDeliveries } from './webhook/list-webhook-deliveries.ts';
import { redeliverWebhook } from './webhook/redeliver-webhook.ts';
import { sendWebhookTest } from './webhook/send-webhook-test.ts';

export const integrationDoors: readonly Door[] = [
  door(contracts.listIntegrations, listIntegrations),
  door(contracts.createIntegration, createIntegration),
  door(contracts.updateIntegration, updateIntegration),
  door(contracts.disconnectIntegration, disconnectIntegration),
  door(contracts.authorizeIntegration, authorizeIntegration),
  door(contracts.connectIntegration, connectIntegration),
  door(contracts.removePipedriveApp, removePipedriveApp),
  door(contracts.saveFieldMapping, saveFieldMapping),
  door(contracts.describeExternalFields, describeExternalFields),
  door(contracts.createExternalFields, createExternalFields),
  door(contracts.getExternalFieldsCreation, getExternalFieldsCreation),
  door(contracts.getExternalRecordUrl, getExternalRecordUrl),
  door(contracts.setSegmentAutosync, setSegmentAutosync),
  door(contracts.listWebhookDeliveries, listWebhookDeliveries),
  door(contracts.getWebhookDelivery, getWebhookDelivery),
  door(contracts.redeliverWebhook, redeliverWebhook),
  door(contracts.sendWebhookTest, sendWebhookTest),
];
