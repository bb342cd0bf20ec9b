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

const limit = z.number().int().min(0).max(2_147_483_647).nullable();

/**
 * Changes parts of a client's config, and its company limit. Starts no build: flags, settings and limits hold at once,
 * the rest at the next build. Throws NOT_FOUND, VALIDATION_FAILED for what is not valid (a client keeps its name), and
 * CONFIG_IN_USE when it would take away a configuration that a market uses.
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
    throw new AppError('VALIDATION_FAILED', `A config has no ${unknown.join(', ')}.`, { unknown });
  const config = parseConfig({ ...before, ...parts });
  if (config.clientName !== clientName) {
    throw new AppError('VALIDATION_FAILED', 'A client keeps its name.', { clientName });
  }
  const companyLimit = newLimit === undefined ? row.companyLimit : readLimit(newLimit);
  await tx
    .update(clients)
    .set({ ...toClientColumns(config), companyLimit, configVersion: sql`${clients.configVersion} + 1` })
    .where(eq(clients.id, row.id));
  const usageOf = await findConfigUsages(tx, row.id, config);
  await markConfigChanges(tx, row.id, { before: before.dataBlockConfigs, after: config.dataBlockConfigs }, usageOf);
  const only = (whole: ClientConfig) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(parts, name)));
  await recordAudit(tx, {
    clientId: row.id,
    actorUserId: actor.userId,
    actor: actor.name,
    action: 'client.config-saved',
    target: clientName,
    before: { ...only(before), companyLimit: row.companyLimit },
    after: { ...only(config), companyLimit },
    requestId: null,
  });
  return config;
}

function readLimit(value: unknown): number | null {
  const parsed = limit.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('VALIDATION_FAILED', 'The company limit is a whole number from 0, or null for none.', { value });
}
