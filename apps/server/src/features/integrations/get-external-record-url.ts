import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { externalRecordUrl } from './external-record-url.ts';
import { readIntegration } from './integration.ts';

/** Returns the address of a record in the CRM. It needs no call. Throws NOT_FOUND and BAD_REQUEST. */
export const getExternalRecordUrl: Verb<typeof contracts.getExternalRecordUrl> = async (scope, input) => {
  const { integrationId, externalId, recordType } = input;
  const integration = await scope.read((tx) => readIntegration(tx, scope.client.id, integrationId));
  const externalUrl = externalRecordUrl(integration, recordType, externalId, scope.config);
  if (externalUrl === null) throw new AppError('BAD_REQUEST', 'Could not fetch URL for record');
  return { externalUrl };
};
