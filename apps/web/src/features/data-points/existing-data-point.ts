import type { Client } from '@quarry/contracts';
import { fieldKey } from '@quarry/filters';

/**
 * Says under which name an account has a data point already, or will have it after the next build; null when it has it
 * not. `key` is `block/field`.
 */
export function existingDataPoint(
  key: string,
  configId: string | null,
  { companiesSchema, pendingFields }: Pick<Client, 'companiesSchema' | 'pendingFields'>,
): string | null {
  const wanted = fieldKey(key, configId ?? undefined);
  const there = companiesSchema.find(({ ccmName }) => ccmName === wanted);
  if (there) return `In your dataset already, as “${there.displayName}”`;
  const pending = pendingFields.find(({ ccmName }) => ccmName === wanted);
  return pending ? `On its way already, as “${pending.displayName}”` : null;
}
