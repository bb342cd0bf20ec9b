import { createHash } from 'node:crypto';
import type { ClientConfig, PartVersions, SavedClientConfig } from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import { canonicalJson } from '#server/platform/canonical-json.ts';
import { readSummaries } from './client-summary.ts';

/** A part's version is a hash of its content, so saving the same content again keeps it. */
export function versionOf(part: unknown): string {
  return createHash('sha256').update(canonicalJson(part)).digest('base64url').slice(0, 16);
}

export function versionsOf(config: ClientConfig): PartVersions {
  return Object.fromEntries(Object.entries(config).map(([part, value]) => [part, versionOf(value)]));
}

/** Reads a client's config with its versions and summary. Throws NOT_FOUND. */
export async function readSavedConfig(tx: Transaction, name: string): Promise<SavedClientConfig> {
  const { config } = await readConfig(tx, { name });
  const [summary] = await readSummaries(tx, eq(clients.name, name), { limit: 1, offset: 0 });
  if (summary === undefined) throw new AppError('NOT_FOUND', 'There is no such client.', { name });
  return { config, versions: versionsOf(config), summary };
}
