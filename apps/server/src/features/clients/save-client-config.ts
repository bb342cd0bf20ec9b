import type * as contracts from '@quarry/contracts';
import { AppError, type ClientConfig, DELETION_DELAY_DAYS, type InputOf } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import { type ClientRow, fromClientRow } from '#server/features/client-configs/client-columns.ts';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import { lockClient, saveParts } from '#server/features/client-configs/set-config.ts';
import { invalidConfig } from '#server/features/client-configs/validate-config.ts';
import { assertLockHeld } from '#server/features/resource-locks/lock.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { StaffScope } from '#server/platform/scope.ts';
import { countNetNew, isSameCriteria } from './count-net-new.ts';
import { mergeConfig } from './edited-config.ts';
import { readBreakingChanges } from './read-breaking-changes.ts';
import { readSavedConfig, versionsOf } from './saved-config.ts';

type Input = InputOf<typeof contracts.saveClientConfig>;

/**
 * Saves parts of a config. Throws NOT_FOUND; RESOURCE_OUT_OF_SYNC without the lock, or if somebody else changed a part
 * too; VALIDATION_FAILED; BREAKING_CHANGES without a confirmation; and COUNT_CHANGED, with the count, without the right
 * count of net-new companies for changed criteria.
 */
export const saveClientConfig: Verb<typeof contracts.saveClientConfig> = async (scope, input) => {
  const { name } = input;
  const { config: before, row: seen } = await scope.read((tx) => readConfig(tx, { name }));
  await scope.read((tx) => assertSavable(tx, scope, seen, input));
  const { config: after } = mergeConfig(before, input.config, input.versions);
  // Counting takes seconds, during which nobody should wait for the row.
  const counted = after === null || isSameCriteria(before, after) ? null : after;
  if (counted !== null) await assertCounted(scope, counted, seen, input);
  return scope.change(async (tx) => {
    const row = await lockClient(tx, name);
    const parts = withDeletionDate(await assertSavable(tx, scope, row, input), row);
    const saved = await saveParts(tx, row, parts, { name: scope.user.email });
    if (counted !== null && !isSameCriteria(counted, saved.config)) throw outOfSync(['sourcingCriteria'], row);
    return {
      result: await readSavedConfig(tx, name),
      target: name,
      targetId: row.id,
      clientId: row.id,
      before: saved.before,
      after: saved.after,
    };
  });
};

/** A deletion is always the same number of days ahead of the day on which somebody scheduled it. */
function withDeletionDate(
  parts: Readonly<Record<string, unknown>>,
  { scheduledForDeletionAt }: ClientRow,
): Readonly<Record<string, unknown>> {
  if (parts.scheduledForDeletionAt === undefined || parts.scheduledForDeletionAt === null) return parts;
  const date = scheduledForDeletionAt ?? new Date(Date.now() + DELETION_DELAY_DAYS * 24 * 3_600_000);
  return { ...parts, scheduledForDeletionAt: date.toISOString() };
}

/** Returns the parts to save. */
async function assertSavable(
  tx: Transaction,
  scope: StaffScope,
  row: ClientRow,
  input: Input,
): Promise<Readonly<Record<string, unknown>>> {
  await assertLockHeld(tx, { type: 'client-config', id: row.name }, scope.user);
  const saved = fromClientRow(row);
  const { parts, conflicts, config, problems } = mergeConfig(saved, input.config, input.versions);
  if (conflicts.length > 0) throw outOfSync(conflicts, row);
  if (config === null || problems.length > 0) throw invalidConfig(problems);
  const breakingChanges = await readBreakingChanges(tx, row.id, saved, config);
  if (breakingChanges.length > 0 && !input.confirmsBreakingChanges) {
    throw new AppError('BREAKING_CHANGES', 'The changes break what uses these data points. Confirm them to save.', {
      breakingChanges,
    });
  }
  return parts;
}

async function assertCounted(scope: StaffScope, config: ClientConfig, row: ClientRow, input: Input): Promise<void> {
  const netNewCompanies = await countNetNew(scope, config, row.datasetVersion);
  if (input.netNewCompanies === netNewCompanies) return;
  const count = netNewCompanies.toLocaleString('en-US');
  throw new AppError(
    'COUNT_CHANGED',
    input.netNewCompanies === null
      ? `The sourcing criteria changed. Give the number of net-new companies, ${count}, to save them.`
      : `The criteria match ${count} net-new companies, not ${input.netNewCompanies.toLocaleString('en-US')}.`,
    { netNewCompanies },
  );
}

function outOfSync(parts: readonly string[], row: ClientRow): AppError {
  return new AppError('RESOURCE_OUT_OF_SYNC', 'Somebody else changed this config since you opened it.', {
    parts,
    versions: versionsOf(fromClientRow(row)),
  });
}
