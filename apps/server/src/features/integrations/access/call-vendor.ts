import { AppError } from '@quarry/contracts';
import { JobPause } from '#server/platform/jobs/job-pause.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { readIntegration, type StoredIntegration } from '../integration.ts';
import { OutcomeUnknown, type Vendor, type VendorApi, VendorRefusal, VendorUnavailable } from '../vendors/vendor.ts';
import { openVendorApi } from './open-vendor-api.ts';

/** People wait for these calls, so they are tried again once. */
const WAITS_MS = [1_000];

/**
 * Calls a CRM while a person waits. Throws NOT_FOUND, BAD_REQUEST for a webhook, INTEGRATION_INCORRECTLY_CONFIGURED and
 * CRM_REFUSED.
 */
export async function callVendor<T>(
  scope: Pick<ClientScope, 'client' | 'read' | 'request' | 'db' | 'config' | 'log' | 'secrets' | 'caches'>,
  integrationId: string,
  work: (vendor: Vendor, api: VendorApi, integration: StoredIntegration) => Promise<T>,
): Promise<T> {
  const integration = await scope.read((tx) => readIntegration(tx, scope.client.id, integrationId));
  if (integration.integrationType === 'WEBHOOK') {
    throw new AppError('BAD_REQUEST', 'A webhook has no fields or records of its own.');
  }
  const { vendor, api } = await openVendorApi(scope, integrationId, scope.request.signal, { waitsMs: WAITS_MS });
  return asAppErrors(vendor, () => work(vendor, api, integration));
}

/** Words what a CRM refuses for the person who waits. */
export async function asAppErrors<T>(vendor: Vendor, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VendorRefusal) {
      const { message, code } = error.refusal;
      throw new AppError('CRM_REFUSED', `${vendor.label} said: ${message}`, { code });
    }
    if (error instanceof JobPause)
      throw new AppError('CRM_REFUSED', `${error.message} Please try again later.`, {
        until: error.until.toISOString(),
      });
    if (error instanceof VendorUnavailable || error instanceof OutcomeUnknown) {
      throw new AppError('CRM_REFUSED', `${vendor.label} did not answer. Please try again.`);
    }
    throw error;
  }
}
