import { AppError } from '@quarry/contracts';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { recordAudit } from '#server/platform/audit.ts';
import { fromClientRow, toClientColumns } from './client-columns.ts';
import type { ClientConfig } from './client-config.ts';
import { findConfigUsages } from './config-usages.ts';
import type { Actor } from './create-client.ts';
import { markConfigChanges } from './mark-config-changes.ts';
import { parseConfig } from './validate-config.ts';

const companyLimitSchema = z.number().int().min(0).max(2_147_483_647).nullable();

/**
 * Changes parts of a client's config, and its company limit. Flags, settings and limits take effect at once, the rest
 * with the next build, which it does not start. Throws NOT_FOUND, VALIDATION_FAILED if the result is invalid, and
 * CONFIG_IN_USE if it would delete a config that a market uses.
 */
export async function setConfig(
  tx: Transaction,
  clientName: string,
  changes: Readonly<Record<string, unknown>>,
  actor: Actor,
): Promise<ClientConfig> {
  const [row] = await tx.select().from(clients).where(eq(clients.name, clientName)).for('update');
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such client.', { clientName });
  const { companyLimit: newLimit, ...parts } = changes;
  const before = fromClientRow(row);
  const unknown = Object.keys(parts).filter((name) => !Object.hasOwn(before, name));
  if (unknown.length > 0)
    throw new AppError('VALIDATION_FAILED', `Unknown parts of a config: ${unknown.join(', ')}.`, { unknown });
  const config = parseConfig({ ...before, ...parts });
  if (config.clientName !== clientName) {
    throw new AppError('VALIDATION_FAILED', "A client's name cannot be changed.", { clientName });
  }
  const companyLimit = newLimit === undefined ? row.companyLimit : readLimit(newLimit);
  await tx
    .update(clients)
    .set({ ...toClientColumns(config), companyLimit, configVersion: sql`${clients.configVersion} + 1` })
    .where(eq(clients.id, row.id));
  const usageOf = await findConfigUsages(tx, row.id, config);
  await markConfigChanges(tx, row.id, { before: before.dataBlockConfigs, after: config.dataBlockConfigs }, usageOf);
  const changedParts = (whole: ClientConfig) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(parts, name)));
  await recordAudit(tx, {
    clientId: row.id,
    actorUserId: actor.userId,
    actor: actor.name,
    action: 'client.config-saved',
    target: clientName,
    before: { ...changedParts(before), companyLimit: row.companyLimit },
    after: { ...changedParts(config), companyLimit },
    requestId: null,
  });
  return config;
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
