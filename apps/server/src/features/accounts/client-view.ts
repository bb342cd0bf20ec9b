import {
  AppError,
  type AppSettings,
  appSettings,
  type Client,
  customDataField,
  dataBlockConfig,
  FEATURE_FLAGS,
  fieldDefinition,
  type RecordType,
  type SchemaField,
  type UserPermission,
} from '@quarry/contracts';
import { asc, eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { integrationMappings } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { datasetKey } from '#server/features/datasets/dataset.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import { nextBuildDueAt } from '#server/features/datasets/next-build.ts';
import { pendingFields } from '#server/features/datasets/pending-fields.ts';
import { BLOCKS, toDataBlockDefinition } from '#server/features/universe/blocks/index.ts';
import { contactsSchemaOf } from './contacts-schema.ts';
import { creditBalances } from './credits/credit-balances.ts';

const dataBlockConfigs = z.array(dataBlockConfig);
const fieldDefinitions = z.array(fieldDefinition);
const customFields = z.array(customDataField);

/** Parses the stored settings of an account; settings never saved are null. */
export function readAppSettings(stored: unknown): AppSettings {
  return appSettings
    .extend({ companiesTableFields: appSettings.shape.companiesTableFields.default(null) })
    .parse(stored);
}

/** An account as its users see it, without announcements. Throws NOT_FOUND if it was deleted. */
export async function clientView(
  tx: Transaction,
  clientId: string,
  userPermissions: readonly UserPermission[],
): Promise<Omit<Client, 'bannerAlerts'>> {
  const [row] = await tx
    .select({ client: clients, companies: datasetVersions.rowCount })
    .from(clients)
    .leftJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
    .where(eq(clients.id, clientId));
  if (row === undefined) throw new AppError('NOT_FOUND', 'This account no longer exists.');
  const { client, companies } = row;
  const configs = dataBlockConfigs.parse(client.dataBlockConfigs);
  const defined = {
    fieldDefinitions: fieldDefinitions.parse(client.fieldDefinitions),
    dataBlockConfigs: configs,
    customDataFields: customFields.parse(client.customDataFields),
  };
  const companiesSchema = await readDatasetSchema(tx, client);
  const featureFlags = FEATURE_FLAGS.filter((flag) => client.featureFlags.includes(flag));
  const mappings = await tx
    .select()
    .from(integrationMappings)
    .where(eq(integrationMappings.clientId, clientId))
    .orderBy(asc(integrationMappings.createdAt));
  const withMappings = (schema: readonly SchemaField[], recordType: RecordType): SchemaField[] =>
    schema.map((field) => ({
      ...field,
      mappings: mappings
        .filter((mapping) => mapping.recordType === recordType && mapping.internalName === field.fieldName)
        .map(({ integrationId, externalName }) => ({ integrationId, externalName })),
    }));
  return {
    clientName: client.name,
    appSettings: readAppSettings(client.appSettings),
    featureFlags,
    creditBalances: await creditBalances(tx, client.id),
    limits: { companies: client.companyLimit },
    usageCounts: { companies: Math.max(0, (companies ?? 0) - client.excludedSinceBuild.length) },
    companiesSchema: withMappings(companiesSchema, 'company'),
    contactsSchema: withMappings(contactsSchemaOf({ featureFlags }), 'contact'),
    pendingFields: pendingFields(defined, companiesSchema),
    nextBuildDueAt: nextBuildDueAt(client)?.toISOString() ?? null,
    ccmDataBlocksDefinitions: BLOCKS.map(toDataBlockDefinition),
    dataBlockConfigs: configs,
    userPermissions: [...userPermissions],
    datasetVersion:
      client.datasetVersion === null ? null : datasetKey(client.datasetVersion, client.exclusionsRevision),
    lastDataSyncCompletedAt: client.lastDataSyncCompletedAt?.toISOString() ?? null,
  };
}
