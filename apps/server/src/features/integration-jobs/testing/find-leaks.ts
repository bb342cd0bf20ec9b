import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ident, sql as statement, text, texts } from '@quarry/clickhouse';
import {
  describeExternalFields,
  getClient,
  listAuditTrail,
  listIntegrationJobs,
  listIntegrations,
  listSyncErrorGroups,
  listWebhookDeliveries,
} from '@quarry/contracts';
import { sql } from '@quarry/postgres';
import { z } from 'zod';
import type { SyncAccount } from './sync-world.ts';

const nameRow = z.object({ database: z.string(), name: z.string() });
const countRow = z.object({ found: z.coerce.number() });

/** Looks for secrets in what people are told of connectors, and in everything that a backup holds. Returns the places. */
export async function findLeaks(account: SyncAccount, secrets: readonly string[]): Promise<string[]> {
  const leaks: string[] = [];
  const search = (place: string, content: unknown) => {
    const bytes = Buffer.isBuffer(content) ? content : JSON.stringify(content);
    if (secrets.some((secret) => bytes.includes(secret))) leaks.push(place);
  };
  await searchAnswers(account, search);
  const { db, warehouse, config } = account.server.platform;
  const { rows: tables } = await db.asSystem((tx) =>
    tx.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`),
  );
  if (tables.length < 30) throw new Error('Tables are missing');
  for (const { name } of tables) {
    const { rows } = await db.asSystem((tx) => tx.execute(sql`select * from ${sql.identifier(name)}`));
    search(`the table ${name}`, rows);
  }
  // The engine keeps texts compressed, so its tables are searched by itself, too.
  const files = readdirSync(config.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  if (files.length < 100) throw new Error('Files are missing');
  for (const { parentPath, name } of files) search(`the file ${name}`, readFileSync(join(parentPath, name)));
  const dataTables = await warehouse.rows(
    statement`SELECT database, name FROM system.tables WHERE database = ${text(`client_${account.client.name}`)}`,
    nameRow,
  );
  if (dataTables.length === 0) throw new Error('The dataset is missing');
  for (const { database, name } of dataTables) {
    const [row] = await warehouse.rows(
      statement`SELECT count() AS found FROM ${ident(database, name)} WHERE multiSearchAny(toString(tuple(*)), ${texts(secrets)})`,
      countRow,
    );
    if (row?.found !== 0) leaks.push(`the table ${database}.${name}`);
  }
  return leaks;
}

async function searchAnswers(
  { server, admin }: SyncAccount,
  search: (place: string, content: unknown) => void,
): Promise<void> {
  const all = [listIntegrations, listIntegrationJobs, listSyncErrorGroups, listAuditTrail, getClient];
  for (const endpoint of all) search(endpoint.path, (await server.send(endpoint, {}, admin)).body);
  const { integrations } = await server.call(listIntegrations, {}, admin);
  for (const { id: integrationId } of integrations) {
    for (const endpoint of [describeExternalFields, listWebhookDeliveries]) {
      search(endpoint.path, (await server.send(endpoint, { integrationId }, admin)).body);
    }
  }
}
