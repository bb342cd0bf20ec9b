import type { RecordType } from '@quarry/contracts';
import type { CrmSettings } from '#server/platform/config.ts';
import type { StoredIntegration } from './integration.ts';
import { vendorOf } from './vendors/index.ts';

/** The address of a record in the CRM; null for a webhook, before the first connection, and for an id that can't be one. */
export function externalRecordUrl(
  { integrationType, externalAccount }: Pick<StoredIntegration, 'integrationType' | 'externalAccount'>,
  recordType: RecordType,
  externalId: string,
  config: { readonly crms: CrmSettings },
): string | null {
  if (integrationType === 'WEBHOOK' || externalAccount === null || !/^[\w-]+$/.test(externalId)) return null;
  return vendorOf(integrationType, config).recordUrl(externalAccount, recordType, externalId);
}
