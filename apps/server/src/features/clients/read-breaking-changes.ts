import type { BreakingChange, ClientConfig } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import { findConfigUsages } from '#server/features/client-configs/config-usages.ts';
import { findBreakingChanges } from './breaking-changes.ts';
import { readColumnUses } from './config-users.ts';

/** Reads what uses the account's columns now, and finds what an edit of its config would break. */
export async function readBreakingChanges(
  tx: Transaction,
  clientId: string,
  before: ClientConfig,
  after: ClientConfig,
): Promise<BreakingChange[]> {
  const { uses } = await readColumnUses(tx, clientId);
  return findBreakingChanges(before, after, uses, await findConfigUsages(tx, clientId, before));
}
