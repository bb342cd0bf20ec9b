import type * as contracts from '@quarry/contracts';
import { AppError, type FieldMapping, type RecordType, type SchemaField } from '@quarry/contracts';
import { and, brokenConstraint, eq, type Transaction } from '@quarry/postgres';
import { integrationMappings } from '@quarry/postgres/tables/integrations';
import { readContactsSchema } from '#server/features/accounts/contacts-schema.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { callVendor } from './access/call-vendor.ts';
import { readIntegration, type StoredIntegration } from './integration.ts';

/**
 * Maps a field, or removes its mapping. Throws NOT_FOUND, CONFLICT if another field is mapped to the CRM field, and
 * BAD_REQUEST if the CRM field does not exist, cannot be written, or has a type that does not fit.
 */
export const saveFieldMapping: Verb<typeof contracts.saveFieldMapping> = async (scope, input) => {
  const { integrationId, recordType, internalName, externalName, updateStrategy } = input;
  const clientId = scope.client.id;
  const integration = await scope.read((tx) => readIntegration(tx, clientId, integrationId));
  if (externalName !== null) {
    const field = await scope.read((tx) => findMappableField(tx, clientId, recordType, internalName));
    if (integration.integrationType !== 'WEBHOOK') {
      await assertFits(scope, integration, recordType, field, externalName);
    }
  }
  return scope.change<{ mapping: FieldMapping | null }>(async (tx) => {
    const ofField = and(
      eq(integrationMappings.integrationId, integrationId),
      eq(integrationMappings.recordType, recordType),
      eq(integrationMappings.internalName, internalName),
    );
    const [before] = await tx.select().from(integrationMappings).where(ofField).for('update');
    const audit = {
      target: internalName,
      targetId: integrationId,
      before: before === undefined ? null : auditValues(before),
    };
    if (externalName === null) {
      await tx.delete(integrationMappings).where(ofField);
      return { result: { mapping: null }, ...audit, after: null };
    }
    const mapping = await saveMapping(tx, {
      clientId,
      integrationId,
      recordType,
      internalName,
      externalName,
      updateStrategy,
      isOwnField: before?.externalName === externalName && before.isOwnField,
    });
    return { result: { mapping }, ...audit, after: auditValues({ ...mapping, recordType }) };
  });
};

const auditValues = ({
  recordType,
  externalName,
  updateStrategy,
}: Pick<FieldMapping, 'externalName' | 'updateStrategy'> & { readonly recordType: RecordType }) => ({
  recordType,
  externalName,
  updateStrategy,
});

/** Throws NOT_FOUND unless it is a field of the account's companies or contacts that can be written to a CRM. */
export async function findMappableField(
  tx: Transaction,
  clientId: string,
  recordType: RecordType,
  internalName: string,
): Promise<SchemaField> {
  const schema =
    recordType === 'contact' ? await readContactsSchema(tx, clientId) : await readDatasetSchema(tx, { id: clientId });
  const field = schema.find(({ fieldName }) => fieldName === internalName);
  if (field?.isMappableInIntegration !== true) {
    throw new AppError('NOT_FOUND', 'There is no such field.', { internalName });
  }
  return field;
}

/** Inserts or replaces a mapping. Throws CONFLICT if another field is mapped to the CRM field. */
export async function saveMapping(
  tx: Transaction,
  values: typeof integrationMappings.$inferInsert,
): Promise<FieldMapping> {
  const { externalName, updateStrategy, isOwnField } = values;
  const saved = tx
    .insert(integrationMappings)
    .values(values)
    .onConflictDoUpdate({
      target: [integrationMappings.integrationId, integrationMappings.recordType, integrationMappings.internalName],
      set: { externalName, updateStrategy, isOwnField },
    })
    .returning();
  const [row] = await saved.catch((error: unknown) => {
    if (brokenConstraint(error) !== 'integration_mappings_one_per_target') throw error;
    throw new AppError('CONFLICT', `Another field is mapped to ${externalName} already.`, { externalName });
  });
  if (row === undefined) throw new Error('The mapping was not saved');
  const { id, integrationId, internalName } = row;
  return { id, integrationId, internalName, externalName: row.externalName, updateStrategy: row.updateStrategy };
}

async function assertFits(
  scope: ClientScope,
  integration: StoredIntegration,
  recordType: RecordType,
  field: SchemaField,
  externalName: string,
): Promise<void> {
  const described = await callVendor(scope, integration.id, (vendor, api) => vendor.describe(api, recordType));
  const external = described.find(({ id }) => id === externalName);
  if (external === undefined) {
    throw new AppError('BAD_REQUEST', `The CRM has no field ${externalName}.`, { externalName });
  }
  if (!external.canUseInSync) {
    throw new AppError('BAD_REQUEST', external.reason ?? `${external.label} cannot be used in a sync.`, {
      externalName,
    });
  }
  if (external.acceptsTypes.includes(field.type)) return;
  throw new AppError(
    'BAD_REQUEST',
    `${field.displayName} (${field.type}) does not fit ${external.label} (${external.type}). Choose a field of another type.`,
    { externalName, type: field.type, externalType: external.type },
  );
}
