import { AppError, type ClientConfig } from '@quarry/contracts';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { recordAudit } from '#server/platform/audit.ts';
import { type ClientRow, fromClientRow, toClientColumns } from './client-columns.ts';
import { recordConfigVersion } from './config-history.ts';
import { findConfigUsages } from './config-usages.ts';
import type { Actor } from './create-client.ts';
import { markConfigChanges } from './mark-config-changes.ts';
import { parseConfig } from './validate-config.ts';

const companyLimitSchema = z.number().int().min(0).max(2_147_483_647).nullable();

/**
 * Changes parts of a client's config, and its company limit. Flags, settings and limits apply at once, everything else at
 * the next build; this starts none. Throws NOT_FOUND, VALIDATION_FAILED if the result is invalid, and CONFIG_IN_USE if a
 * market uses a config that would be deleted.
 */
export async function setConfig(
  tx: Transaction,
  clientName: string,
  changes: Readonly<Record<string, unknown>>,
  actor: Actor,
): Promise<ClientConfig> {
  const { companyLimit: newLimit, ...parts } = changes;
  const row = await lockClient(tx, clientName);
  const companyLimit = newLimit === undefined ? row.companyLimit : readLimit(newLimit);
  const saved = await saveParts(tx, row, parts, actor);
  if (newLimit !== undefined) await tx.update(clients).set({ companyLimit }).where(eq(clients.id, row.id));
  await recordAudit(tx, {
    clientId: row.id,
    actorUserId: actor.userId,
    actor: actor.name,
    action: 'client.config-saved',
    target: clientName,
    before: { ...saved.before, companyLimit: row.companyLimit },
    after: { ...saved.after, companyLimit },
    requestId: null,
  });
  return saved.config;
}

/** Locks the client's row until the transaction ends. Throws NOT_FOUND. */
export async function lockClient(tx: Transaction, clientName: string): Promise<ClientRow> {
  const [row] = await tx.select().from(clients).where(eq(clients.name, clientName)).for('update');
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such client.', { clientName });
  return row;
}

/** A saved config, with the changed parts before and after. */
interface SavedParts {
  readonly config: ClientConfig;
  readonly before: Partial<ClientConfig>;
  readonly after: Partial<ClientConfig>;
}

/** Saves parts of a locked client's config and adds the result to its history. Throws like `setConfig`. */
export async function saveParts(
  tx: Transaction,
  row: ClientRow,
  parts: Readonly<Record<string, unknown>>,
  actor: Pick<Actor, 'name'>,
): Promise<SavedParts> {
  assertNotDeleted(row);
  const before = fromClientRow(row);
  const unknown = Object.keys(parts).filter((name) => !Object.hasOwn(before, name));
  if (unknown.length > 0)
    throw new AppError('VALIDATION_FAILED', `Unknown parts of a config: ${unknown.join(', ')}.`, { unknown });
  const config = parseConfig({ ...before, ...parts }, before);
  if (config.clientName !== row.name) {
    throw new AppError('VALIDATION_FAILED', "A client's name cannot be changed.", { clientName: row.name });
  }
  await tx
    .update(clients)
    .set({ ...toClientColumns(config), configVersion: sql`${clients.configVersion} + 1` })
    .where(eq(clients.id, row.id));
  const usageOf = await findConfigUsages(tx, row.id, config);
  await markConfigChanges(tx, row.id, { before: before.dataBlockConfigs, after: config.dataBlockConfigs }, usageOf);
  await recordConfigVersion(tx, row, { before, config, savedBy: actor.name });
  const named = (whole: ClientConfig): Partial<ClientConfig> =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(parts, name)));
  return { config, before: named(before), after: named(config) };
}

/** Throws CONFLICT once a client's deletion is due, because some of it may already be gone. */
export function assertNotDeleted({ name, scheduledForDeletionAt }: ClientRow): void {
  if (scheduledForDeletionAt === null || scheduledForDeletionAt > new Date()) return;
  throw new AppError('CONFLICT', 'This client is being deleted.', { clientName: name });
}

function readLimit(value: unknown): number | null {
  const parsed = companyLimitSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'VALIDATION_FAILED',
    'The company limit must be a whole number that is not negative, or null for no limit.',
    { value },
  );
}
