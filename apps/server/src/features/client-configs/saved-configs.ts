import { AppError, type DataBlockConfig, dataBlockConfig } from '@quarry/contracts';
import { type FilterGroup, filterGroup } from '@quarry/filters';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { type FieldDefinition, fieldDefinition } from './client-config.ts';

/** An account's saved configurations, and what else in its config can use them. */
export interface SavedConfigs {
  readonly configs: readonly DataBlockConfig[];
  readonly fieldDefinitions: readonly FieldDefinition[];
  /** Null in an account that has none yet. */
  readonly sourcingCriteria: FilterGroup | null;
}

const keptConfigs = z.array(dataBlockConfig);
const keptDefinitions = z.array(fieldDefinition);
const keptCriteria = z.union([z.strictObject({}).transform(() => null), filterGroup]);

/**
 * Reads the account's saved configurations. `share` keeps them from being changed until the transaction ends, `update`
 * is for changing them. To stay clear of deadlocks, the lock is taken before those on markets. Throws NOT_FOUND.
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
      sourcingCriteria: clients.sourcingCriteria,
    })
    .from(clients)
    .where(eq(clients.id, clientId));
  const [row] = await (lock === 'none' ? query : query.for(lock));
  if (row === undefined) throw new AppError('NOT_FOUND', 'This account does not exist any more.');
  return {
    configs: keptConfigs.parse(row.configs),
    fieldDefinitions: keptDefinitions.parse(row.fieldDefinitions),
    sourcingCriteria: keptCriteria.parse(row.sourcingCriteria),
  };
}
