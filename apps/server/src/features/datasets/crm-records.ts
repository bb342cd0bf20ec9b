import { DURABLE, defineTable, ident, type Sql, sql, type TableDefinition, text } from '@quarry/clickhouse';
import { importFieldMapping } from '@quarry/contracts';
import { and, asc, eq, isNotNull, type Transaction } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';
import { z } from 'zod';
import type { DefinedColumn } from './dataset-schema.ts';
import { datasetDatabase } from './table.ts';

const CRM_NAMES: Readonly<Record<string, string>> = { HUBSPOT: 'HubSpot', SALESFORCE: 'Salesforce' };

/** What an import read: the CRM records of companies, each with its values as JSON by column. One table per import. */
export function crmRecordsTable(clientName: string, run: number): TableDefinition {
  return defineTable({
    database: datasetDatabase(clientName),
    name: `crm_records_${run}`,
    columns: [
      { name: 'company_id', type: 'UInt64' },
      { name: 'record_id', type: 'String' },
      { name: 'is_linked', type: 'UInt8' },
      { name: 'created_at', type: "DateTime('UTC')" },
      { name: 'modified_at', type: "DateTime('UTC')" },
      { name: 'row', type: 'String' },
    ],
    engine: { kind: 'MergeTree' },
    orderBy: ['company_id', 'record_id'],
    settings: { ...DURABLE },
    shardBy: sql`company_id`,
  });
}

/** The current imports of the client: their tables, the data points they give, and from when on they bring companies. */
async function readImports(tx: Transaction, client: { readonly id: string; readonly name: string }) {
  const rows = await tx
    .select({
      type: integrations.integrationType,
      settings: integrations.settings,
      run: integrations.importRun,
      rows: integrations.importRows,
    })
    .from(integrations)
    .where(and(eq(integrations.clientId, client.id), isNotNull(integrations.importRun)))
    .orderBy(asc(integrations.createdAt));
  return rows.map(({ type, settings, run, rows: count }) => {
    const { database, name } = crmRecordsTable(client.name, run ?? 0);
    const { importFieldMappingSettings, autoImportRecordSince } = importSettings.parse(settings);
    return {
      type,
      table: { database, name },
      rows: count,
      autoImportRecordSince,
      fields: importFieldMappingSettings.companies,
    };
  });
}

const importSettings = z.object({
  importFieldMappingSettings: z.object({ companies: z.array(importFieldMapping) }).default({ companies: [] }),
  autoImportRecordSince: z.string().nullable().default(null),
});

/** The columns of a version that hold values of the client's CRMs. */
export async function readCrmColumns(
  tx: Transaction,
  client: { readonly id: string; readonly name: string },
): Promise<DefinedColumn[]> {
  const imports = await readImports(tx, client);
  return imports.flatMap(({ type, table, fields }) =>
    fields.map(
      (field): DefinedColumn => ({
        fieldName: field.datasetName,
        displayName: field.externalCrmDisplayName,
        description: `Imported from ${CRM_NAMES[type] ?? type}.`,
        type: field.datasetFieldType,
        isDomain: false,
        isFoldedLower: false,
        usesWordIndex: true,
        hasDistinctItems: true,
        key: `crm/${type}/${field.externalCrmName}`,
        blockName: 'crm',
        internalName: field.datasetName,
        dynamicConfig: null,
        isRemoved: false,
        crmRecords: table,
      }),
    ),
  );
}

/** The CRM records that bring their companies into the dataset. */
export const crmSource = z.object({ database: z.string(), name: z.string(), since: z.string() });
export type CrmSource = z.infer<typeof crmSource>;

export async function readCrmSources(
  tx: Transaction,
  client: { readonly id: string; readonly name: string },
): Promise<CrmSource[]> {
  const imports = await readImports(tx, client);
  return imports.flatMap(({ table, autoImportRecordSince: since }) => (since === null ? [] : [{ ...table, since }]));
}

/** The companies of a source, for IN. */
export const companiesOfSource = ({ database, name, since }: CrmSource): Sql =>
  sql`SELECT company_id FROM ${ident(database, name)} WHERE created_at >= toDateTime(${text(since)}, 'UTC')`;

/** Records how many rows the tables of current imports have, in the transaction that makes them current. */
export async function recordImports(
  tx: Transaction,
  client: { readonly id: string; readonly name: string },
): Promise<void> {
  const imports = await readImports(tx, client);
  for (const { table, rows } of imports) {
    await tx
      .insert(tableLedger)
      .values({ ...table, rows, clientId: client.id })
      .onConflictDoUpdate({ target: [tableLedger.database, tableLedger.name], set: { rows } });
  }
}
