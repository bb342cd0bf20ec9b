import {
  AppError,
  type AppSettings,
  appSettings,
  type Client,
  dataBlockConfig,
  FEATURE_FLAGS,
  type UserPermission,
} from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { z } from 'zod';
import { fieldDefinition } from '#server/features/client-configs/client-config.ts';
import { datasetKey } from '#server/features/datasets/dataset.ts';
import { namedSchema } from '#server/features/datasets/dataset-schema.ts';
import { nextBuildDueAt } from '#server/features/datasets/next-build.ts';
import { pendingFields } from '#server/features/datasets/pending-fields.ts';
import { readValueNames } from '#server/features/datasets/value-names.ts';
import { BLOCKS, toDataBlockDefinition } from '#server/features/universe/blocks/index.ts';
import { CONTACTS_SCHEMA } from './contacts-schema.ts';
import { creditBalances } from './credits/credit-balances.ts';

const dataBlockConfigs = z.array(dataBlockConfig);
const fieldDefinitions = z.array(fieldDefinition);

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
    .select({ client: clients, companies: datasetVersions.rowCount, schema: datasetVersions.schema })
    .from(clients)
    .leftJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
    .where(eq(clients.id, clientId));
  if (row === undefined) throw new AppError('NOT_FOUND', 'This account no longer exists.');
  const { client, companies, schema } = row;
  const configs = dataBlockConfigs.parse(client.dataBlockConfigs);
  const definitions = fieldDefinitions.parse(client.fieldDefinitions);
  const companiesSchema = schema === null ? [] : namedSchema(schema, definitions, await readValueNames(tx, client.id));
  return {
    clientName: client.name,
    appSettings: readAppSettings(client.appSettings),
    featureFlags: FEATURE_FLAGS.filter((flag) => client.featureFlags.includes(flag)),
    creditBalances: await creditBalances(tx, client.id),
    limits: { companies: client.companyLimit },
    usageCounts: { companies: Math.max(0, (companies ?? 0) - client.excludedSinceBuild.length) },
    companiesSchema,
    contactsSchema: [...CONTACTS_SCHEMA],
    pendingFields: pendingFields({ fieldDefinitions: definitions, dataBlockConfigs: configs }, companiesSchema),
    nextBuildDueAt: nextBuildDueAt(client)?.toISOString() ?? null,
    ccmDataBlocksDefinitions: BLOCKS.map(toDataBlockDefinition),
    dataBlockConfigs: configs,
    userPermissions: [...userPermissions],
    datasetVersion:
      client.datasetVersion === null ? null : datasetKey(client.datasetVersion, client.exclusionsRevision),
    lastDataSyncCompletedAt: client.lastDataSyncCompletedAt?.toISOString() ?? null,
  };
}
