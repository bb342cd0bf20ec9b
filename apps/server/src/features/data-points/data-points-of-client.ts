import { AppError, type SchemaField } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import { readSavedConfigs, type SavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import { readDatasetSchema, toSchemaFields } from '#server/features/datasets/dataset-schema.ts';
import { pendingFields } from '#server/features/datasets/pending-fields.ts';

/** What an account's definitions say and what has come of them so far. */
export interface DataPointsOfClient extends SavedConfigs {
  /** The columns of the dataset that readers see; those that every dataset has before the first build, too. */
  readonly inDataset: readonly SchemaField[];
  /** Defined, but in the dataset only after its next build. */
  readonly pending: readonly SchemaField[];
}

/** Reads the account's data points and keeps them from being changed until the transaction ends. Throws NOT_FOUND. */
export async function lockDataPoints(tx: Transaction, clientId: string): Promise<DataPointsOfClient> {
  const saved = await readSavedConfigs(tx, clientId, 'update');
  const schema = await readDatasetSchema(tx, { id: clientId });
  const pending = pendingFields({ fieldDefinitions: saved.fieldDefinitions, dataBlockConfigs: saved.configs }, schema);
  return { ...saved, inDataset: schema.length > 0 ? schema : toSchemaFields({ columns: [] }), pending };
}

/** Throws NAME_TAKEN when another data point than `fieldName` is called so, or will be after the next build. */
export function assertNameIsFree(
  { inDataset, pending }: Pick<DataPointsOfClient, 'inDataset' | 'pending'>,
  displayName: string,
  fieldName: string,
): void {
  const taken = [...inDataset, ...pending].some(
    (other) => other.fieldName !== fieldName && other.displayName.toLowerCase() === displayName.toLowerCase(),
  );
  if (taken) throw new AppError('NAME_TAKEN', 'Data point name must be unique', { fieldName });
}
