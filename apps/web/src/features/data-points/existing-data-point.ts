import type { Client } from '@quarry/contracts';
import { fieldKey } from '@quarry/filters';

/** Names the column or pending column of this data point; null if the account has none. `key` is `block/field`. */
export function existingDataPoint(
  key: string,
  configId: string | null,
  { companiesSchema, pendingFields }: Pick<Client, 'companiesSchema' | 'pendingFields'>,
): string | null {
  const ccmKey = fieldKey(key, configId ?? undefined);
  const existing = companiesSchema.find(({ ccmName }) => ccmName === ccmKey);
  if (existing) return `Already in your dataset as “${existing.displayName}”`;
  const pending = pendingFields.find(({ ccmName }) => ccmName === ccmKey);
  return pending ? `Already on its way as “${pending.displayName}”` : null;
}
