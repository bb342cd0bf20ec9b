import {
  AppError,
  type CustomDataField,
  customDataField,
  type DataBlockConfig,
  dataBlockConfig,
  type FieldDefinition,
  fieldDefinition,
} from '@quarry/contracts';
import { type FilterGroup, filterGroup } from '@quarry/filters';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';

/** An account's configs, and the parts of its client config that can use them. */
export interface SavedConfigs {
  readonly configs: readonly DataBlockConfig[];
  readonly fieldDefinitions: readonly FieldDefinition[];
  readonly customDataFields: readonly CustomDataField[];
  /** Null if the account has none yet. */
  readonly sourcingCriteria: FilterGroup | null;
}

const storedConfigs = z.array(dataBlockConfig);
const storedDefinitions = z.array(fieldDefinition);
const storedCustomFields = z.array(customDataField);
const storedCriteria = z.union([z.strictObject({}).transform(() => null), filterGroup]);

/**
 * Reads the account's configs; `share` locks them against changes, `update` is for changing them. To avoid deadlocks,
 * take this lock before locks on markets. Throws NOT_FOUND.
 */
export async function readSavedConfigs(
  tx: Transaction,
  clientId: string,
  lock: 'none' | 'share' | 'update' = 'none',
): Promise<SavedConfigs> {
  const query = tx
    .select({
      configs: clients.dataBlockConfigs,
      fieldDefinitions: clients.fieldDefinitions,
      customDataFields: clients.customDataFields,
      sourcingCriteria: clients.sourcingCriteria,
    })
    .from(clients)
    .where(eq(clients.id, clientId));
  const [row] = await (lock === 'none' ? query : query.for(lock));
  if (row === undefined) throw new AppError('NOT_FOUND', 'This account no longer exists.');
  return {
    configs: storedConfigs.parse(row.configs),
    fieldDefinitions: storedDefinitions.parse(row.fieldDefinitions),
    customDataFields: storedCustomFields.parse(row.customDataFields),
    sourcingCriteria: storedCriteria.parse(row.sourcingCriteria),
  };
}
