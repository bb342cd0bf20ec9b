import {
  createDatabase,
  createTable,
  dropTable,
  ident,
  sql,
  type TableName,
  text,
  texts,
  type Warehouse,
} from '@quarry/clickhouse';
import type { ImportFieldMapping } from '@quarry/contracts';
import { eq, sql as statement } from '@quarry/postgres';
import { integrationJobs, syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { crmRecordsTable } from '#server/features/datasets/crm-records.ts';
import { datasetDatabase, datasetTables } from '#server/features/datasets/table.ts';
import type { StoredIntegration } from '#server/features/integrations/integration.ts';
import type {
  DatasetValue,
  DescribedField,
  ExternalRecord,
  Vendor,
  VendorApi,
} from '#server/features/integrations/vendors/vendor.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { ScopedClient } from '#server/platform/scope.ts';
import { chargeMatches } from './charge-matches.ts';
import { importCounts } from './crm-import.ts';

interface Import {
  readonly client: ScopedClient;
  readonly integration: StoredIntegration;
  readonly vendor: Vendor;
  readonly api: VendorApi;
  readonly run: number;
}

/** The field of a CRM's companies that holds their website. */
const DOMAIN_FIELDS: Readonly<Partial<Record<Vendor['type'], string>>> = { HUBSPOT: 'domain', SALESFORCE: 'Website' };

const matchRow = z.object({ domain: z.string(), id: z.string() });

interface Match {
  readonly record: ExternalRecord;
  readonly companyId: string;
  readonly isLinked: boolean;
}

/**
 * Reads every company of the CRM and writes those that are ours, page by page. Without credits it leaves out those that
 * were not matched before.
 */
export async function importRecords(
  ctx: JobContext,
  parts: Import,
): Promise<{ readonly rows: number; readonly isOutOfCredits: boolean }> {
  const { client, integration, vendor, api, run } = parts;
  const domainField = DOMAIN_FIELDS[vendor.type];
  if (domainField === undefined) throw new Error(`Nothing is imported from ${vendor.label}`);
  const described = new Map((await vendor.describe(api, 'company')).map((field) => [field.id, field]));
  const fields = integration.settings.importFieldMappingSettings.companies.flatMap((mapping): ImportedField[] => {
    // Values of a field that is gone become empty.
    const field = described.get(mapping.externalCrmName);
    return field === undefined ? [] : [{ mapping, field }];
  });
  await createDatabase(ctx.warehouse, datasetDatabase(client.name));
  const table = crmRecordsTable(client.name, run);
  await dropTable(ctx.warehouse, table);
  await createTable(ctx.warehouse, table);
  const names = [domainField, ...fields.map(({ field }) => field.id)];
  const lastImport = await findLastImport(ctx, parts);
  let read = 0;
  let rows = 0;
  let isOutOfCredits = false;
  for await (const page of vendor.changedSince(api, 'company', null, names)) {
    ctx.throwIfCancelled();
    const matches = await matchRecords(ctx, parts, page, domainField);
    const companyIds = [...new Set(matches.map(({ companyId }) => companyId))];
    const known = lastImport === null ? new Set<string>() : await companiesAmong(ctx, lastImport, companyIds);
    const unknown = companyIds.filter((companyId) => !known.has(companyId));
    const paid = await chargeMatches(ctx, client.id, unknown, integration.id);
    const kept = matches.filter(({ companyId }) => known.has(companyId) || paid.companyIds.has(companyId));
    await writeRows(ctx, parts, kept, fields);
    read += page.length;
    rows += kept.length;
    // The import continues, so that companies which the account has paid for stay up to date and in the next version.
    isOutOfCredits ||= paid.isOutOfCredits;
    await report(ctx, read, rows);
  }
  return { rows, isOutOfCredits };
}

interface ImportedField {
  readonly mapping: ImportFieldMapping;
  readonly field: DescribedField;
}

async function report(ctx: JobContext, read: number, rows: number): Promise<void> {
  const counts = importCounts({ numOfItemsToImport: read, numOfRecordsImported: rows });
  await ctx.db.asSystem((tx) => tx.update(integrationJobs).set({ counts }).where(eq(integrationJobs.jobId, ctx.jobId)));
}

/**
 * The companies that records stand for: the linked one, else the one with the domain. Companies outside the dataset count
 * if records of that age enter it.
 */
async function matchRecords(
  ctx: JobContext,
  { client, integration, vendor }: Import,
  page: readonly ExternalRecord[],
  domainField: string,
): Promise<Match[]> {
  const { autoImportRecordSince: since } = integration.settings;
  const ids = page.map(({ id }) => id);
  const links = await ctx.db.asClient(client.id, (tx) =>
    tx
      .select({ externalId: syncStatuses.externalId, companyId: syncStatuses.recordId })
      .from(syncStatuses)
      .where(
        statement`${syncStatuses.integrationId} = ${integration.id} and ${syncStatuses.recordType} = 'company'
          and ${syncStatuses.externalId} = any(${statement.param(ids)}::text[])`,
      ),
  );
  const linked = new Map(links.map(({ externalId, companyId }) => [externalId, companyId]));
  const domainOf = ({ values }: ExternalRecord): string | null => {
    const value = values[domainField];
    const domain = typeof value === 'string' ? normaliseDomain(value) : null;
    // To HubSpot a subdomain is another company.
    return domain === null ? null : vendor.type === 'HUBSPOT' ? domain.host : domain.root;
  };
  const domains = [...new Set(page.flatMap((record) => domainOf(record) ?? []))];
  const found =
    domains.length === 0 ? [] : await ctx.warehouse.rows(companiesOfDomains(domains), matchRow, jobLane(ctx));
  const byDomain = new Map(found.map(({ domain, id }) => [domain, id]));
  const matches = page.flatMap((record): Match[] => {
    const link = linked.get(record.id);
    const companyId = link ?? byDomain.get(domainOf(record) ?? '');
    return companyId === undefined ? [] : [{ record, companyId, isLinked: link !== undefined }];
  });
  const members = await membersAmong(
    ctx,
    client,
    matches.map(({ companyId }) => companyId),
  );
  return matches.filter(
    ({ record, companyId }) =>
      members.has(companyId) || (since !== null && record.createdAt !== null && record.createdAt >= since),
  );
}

const jobLane = ({ signal }: JobContext) => ({ lane: 'jobs', signal }) as const;

const companiesOfDomains = (domains: readonly string[]) =>
  sql`SELECT value AS domain, toString(company_id) AS id
    FROM ${readTable('identities')}
    WHERE kind IN ('domain', 'alias') AND value IN ${texts(domains)}
    ORDER BY kind = 'domain'`;

async function membersAmong(
  ctx: JobContext,
  { name, datasetVersion }: ScopedClient,
  companyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (datasetVersion === null || companyIds.length === 0) return new Set();
  const { database, rows } = datasetTables(name, datasetVersion);
  return companiesAmong(ctx, { warehouse: ctx.warehouse, database, name: rows }, companyIds);
}

interface CompanyTable extends TableName {
  readonly warehouse: Warehouse;
}

async function companiesAmong(
  ctx: JobContext,
  { warehouse, database, name }: CompanyTable,
  companyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (companyIds.length === 0) return new Set();
  const wanted = sql`SELECT toUInt64(arrayJoin(${texts(companyIds)}))`;
  const found = await warehouse.rows(
    sql`SELECT DISTINCT toString(company_id) AS id FROM ${ident(database, name)} WHERE company_id IN (${wanted})`,
    z.object({ id: z.string() }),
    jobLane(ctx),
  );
  return new Set(found.map(({ id }) => id));
}

/**
 * The table of the last import. Its companies are not charged again, nor are those that cost nothing at the time. A damaged
 * table is read as far as it goes: this import replaces it.
 */
async function findLastImport(ctx: JobContext, { client, integration }: Import): Promise<CompanyTable | null> {
  if (integration.importRun === null) return null;
  const { database, name } = crmRecordsTable(client.name, integration.importRun);
  const warehouse = ctx.ledger.engine;
  const isThere = sql`SELECT name FROM system.tables WHERE database = ${text(database)} AND name = ${text(name)}`;
  const found = await warehouse.rows(isThere, z.object({ name: z.string() }), jobLane(ctx));
  return found.length === 0 ? null : { warehouse, database, name };
}

async function writeRows(
  ctx: JobContext,
  { client, vendor, run }: Import,
  matches: readonly Match[],
  fields: readonly ImportedField[],
): Promise<void> {
  if (matches.length === 0) return;
  const { database, name } = crmRecordsTable(client.name, run);
  const lines = matches.map(({ record, companyId, isLinked }) => {
    const values: Record<string, DatasetValue> = {};
    for (const { mapping, field } of fields) {
      values[mapping.datasetName] = vendor.toDataset(record.values[field.id], field);
    }
    return JSON.stringify([
      companyId,
      record.id,
      isLinked ? 1 : 0,
      secondsOf(record.createdAt),
      secondsOf(record.lastModifiedAt),
      JSON.stringify(values),
    ]);
  });
  await ctx.warehouse.command(
    sql`INSERT INTO ${ident(database, name)} (company_id, record_id, is_linked, created_at, modified_at, row)
      SELECT
        toUInt64(JSONExtractString(line, 1)),
        JSONExtractString(line, 2),
        toUInt8(JSONExtractUInt(line, 3)),
        toDateTime(JSONExtractUInt(line, 4), 'UTC'),
        toDateTime(JSONExtractUInt(line, 5), 'UTC'),
        JSONExtractString(line, 6)
      FROM (SELECT arrayJoin(${texts(lines)}) AS line)`,
    jobLane(ctx),
  );
}

const secondsOf = (time: string | null): number => {
  const ms = time === null ? 0 : Date.parse(time);
  return Number.isNaN(ms) ? 0 : Math.max(0, Math.floor(ms / 1_000));
};
