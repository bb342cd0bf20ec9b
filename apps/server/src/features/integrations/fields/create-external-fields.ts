import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { NeedsConnection } from '../access/needs-connection.ts';
import { readIntegration } from '../integration.ts';
import { findMappableField } from '../save-field-mapping.ts';
import { vendorOf } from '../vendors/index.ts';
import { externalFieldsCreation } from './external-fields-job.ts';

/** Starts to create fields in a CRM. Throws NOT_FOUND, BAD_REQUEST and INTEGRATION_INCORRECTLY_CONFIGURED. */
export const createExternalFields: Verb<typeof contracts.createExternalFields> = (scope, { integrationId, fields }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    const { integrationType, encryptedCredentials } = await readIntegration(tx, clientId, integrationId);
    if (integrationType === 'WEBHOOK') throw new AppError('BAD_REQUEST', 'A webhook has no fields to create.');
    if (encryptedCredentials === null) throw new NeedsConnection('This connector is not connected.', { integrationId });
    const { newFieldTypes, label } = vendorOf(integrationType, scope.config);
    for (const { recordType, internalFieldName, externalFieldType } of fields) {
      const { type, displayName } = await findMappableField(tx, clientId, recordType, internalFieldName);
      const chosen = newFieldTypes.find((one) => one.type === externalFieldType);
      if (externalFieldType === null || chosen?.takes.includes(type) === true) continue;
      throw new AppError(
        'BAD_REQUEST',
        `${displayName} (${type}) cannot be created in ${label} as ${chosen?.label ?? externalFieldType}.`,
        { internalFieldName, externalFieldType },
      );
    }
    const executionId = await scope.jobs.enqueue(
      tx,
      externalFieldsCreation,
      clientId,
      { integrationId, fields },
      { requestedBy: scope.user.email },
    );
    return {
      result: { executionId },
      target: integrationType,
      targetId: integrationId,
      after: { fields: fields.map(({ recordType, externalFieldName }) => ({ recordType, externalFieldName })) },
    };
  });
