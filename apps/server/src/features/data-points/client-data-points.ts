import { AppError, type SchemaField } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import { readSavedConfigs, type SavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import {
  type DefinedColumn,
  readDatasetSchema,
  readRemovedColumns,
  toSchemaFields,
} from '#server/features/datasets/dataset-schema.ts';
import { pendingFields } from '#server/features/datasets/pending-fields.ts';

/** An account's field definitions, and the columns that they give now and after the next build. */
export interface ClientDataPoints extends SavedConfigs {
  /** The columns of the dataset; before the first build, those that every dataset has. */
  readonly inDataset: readonly SchemaField[];
  /** Columns from the next build on. */
  readonly pending: readonly SchemaField[];
  /** Columns that were removed and are hidden until the next build. */
  readonly removed: readonly DefinedColumn[];
}

/** Reads the account's data points and locks them until the transaction ends. Throws NOT_FOUND. */
export async function lockDataPoints(tx: Transaction, clientId: string): Promise<ClientDataPoints> {
  const saved = await readSavedConfigs(tx, clientId, 'update');
  const schema = await readDatasetSchema(tx, { id: clientId });
  const pending = pendingFields({ ...saved, dataBlockConfigs: saved.configs }, schema);
  const removed = await readRemovedColumns(tx, clientId);
  return { ...saved, inDataset: schema.length > 0 ? schema : toSchemaFields({ columns: [] }), pending, removed };
}

/** Throws NAME_TAKEN if a data point other than `fieldName` has the name, or will have it after the next build. */
export function assertNameIsFree(
  { inDataset, pending }: Pick<ClientDataPoints, 'inDataset' | 'pending'>,
  displayName: string,
  fieldName: string,
): void {
  const isTaken = [...inDataset, ...pending].some(
    (other) => other.fieldName !== fieldName && other.displayName.toLowerCase() === displayName.toLowerCase(),
  );
  if (isTaken) throw new AppError('NAME_TAKEN', 'Data point name must be unique', { fieldName });
}
