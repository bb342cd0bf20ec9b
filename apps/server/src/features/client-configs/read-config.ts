import { AppError, type ClientConfig } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { type ClientRow, fromClientRow } from './client-columns.ts';

export interface ClientWithConfig {
  readonly id: string;
  readonly config: ClientConfig;
  /** The whole row, with columns that are not part of the config. */
  readonly row: ClientRow;
}

/** Reads a client's config by name or id. Throws NOT_FOUND. */
export async function readConfig(
  tx: Transaction,
  client: { readonly name: string } | { readonly id: string },
): Promise<ClientWithConfig> {
  const condition = 'name' in client ? eq(clients.name, client.name) : eq(clients.id, client.id);
  const [row] = await tx.select().from(clients).where(condition);
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such client.', { ...client });
  return { id: row.id, config: fromClientRow(row), row };
}
