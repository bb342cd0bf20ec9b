import { createTable, dropTable, sql, uints } from '@quarry/clickhouse';
import { and, asc, eq, gt } from '@quarry/postgres';
import { syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import type { StoredIntegration } from '#server/features/integrations/integration.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { type HashedFields, planCompanies } from './changed-companies.sql.ts';
import { type ContactSelection, type ContactToPlan, hasFailed, readContactsToPlan } from './contact-rows.ts';
import { companiesInScope, type FailedRecords, type JobScope, segmentsOf } from './job-scope.ts';
import { planCounts, planTable } from './plan-table.ts';
import { type SyncFields, saltOf } from './sync-fields.ts';
import { refreshSyncedCompanies } from './synced-companies.ts';

export interface PlanInput {
  readonly client: { readonly id: string; readonly name: string };
  readonly integration: StoredIntegration;
  readonly dataset: Dataset;
  readonly scope: JobScope;
  readonly fields: SyncFields;
  /** False leaves contacts out. */
  readonly hasContacts: boolean;
}

export interface PlanCounts {
  readonly companies: number;
  readonly contacts: number;
}

const CONTACTS_AT_ONCE = 5_000;
const COMPANIES_AT_ONCE = 20_000;
const countsRow = z.object({ companies: z.number(), contacts: z.number() });
const idRow = z.object({ id: z.string() });

type Planning = Pick<JobContext, 'db' | 'warehouse' | 'signal' | 'jobId'>;

/** What decides whether a company has changed. */
export function hashedFields({
  dataset,
  fields,
  integration,
}: Pick<PlanInput, 'dataset' | 'fields' | 'integration'>): HashedFields {
  return {
    salt: saltOf(fields.company, integration),
    columns: fields.company.flatMap(({ internalName }) => {
      const column = dataset.columns.get(internalName);
      return column === undefined ? [] : [column.value];
    }),
  };
}

/** Finds the records that a job has to look at, and writes them into its table. Starts over if it is called again. */
export async function makePlan(ctx: Planning, input: PlanInput): Promise<PlanCounts> {
  const { warehouse, signal } = ctx;
  const { client, integration, dataset, scope, fields, hasContacts } = input;
  const plan = planTable(client.name, ctx.jobId);
  const options = { lane: 'jobs', signal } as const;
  const target = { clientName: client.name, jobId: ctx.jobId, integrationId: integration.id };
  await refreshSyncedCompanies(ctx, { clientId: client.id, ...target }, { goesOn: ctx.jobId });
  await dropTable(warehouse, plan);
  await createTable(warehouse, plan);
  const { settings } = integration;
  const isAuto = scope.kind === 'AUTO';
  // Records that leave the synced segments get one last update; a webhook is told nothing.
  const mayLeave = isAuto && segmentsOf(scope, settings) !== null && integration.integrationType !== 'WEBHOOK';
  const hashed = hashedFields(input);
  const isInScope = companiesInScope(dataset, scope, settings);
  const selection = {
    onlyChanged: isAuto,
    withLeaving: mayLeave && fields.company.some(({ isOfMembership }) => isOfMembership),
  };
  if (scope.kind !== 'FAILED') {
    await warehouse.command(planCompanies(target, dataset, hashed, { isInScope, ...selection }), options);
  } else if (scope.recordType === 'company') {
    for await (const ids of failedCompanies(ctx, input, scope)) {
      const isChosen = sql`__company_id IN ${uints(ids)}`;
      await warehouse.command(planCompanies(target, dataset, hashed, { isInScope: isChosen, ...selection }), options);
    }
  }
  if (hasContacts && (scope.kind !== 'FAILED' || scope.recordType === 'contact'))
    await planContacts(ctx, input, mayLeave);
  const [counts] = await warehouse.rows(planCounts(plan), countsRow, options);
  return counts ?? { companies: 0, contacts: 0 };
}

async function* failedCompanies(ctx: Planning, { client, integration }: PlanInput, failed: FailedRecords) {
  for (let after = ''; ; ) {
    const rows = await ctx.db.asClient(client.id, (tx) =>
      tx
        .select({ id: syncStatuses.recordId })
        .from(syncStatuses)
        .where(
          and(
            eq(syncStatuses.clientId, client.id),
            eq(syncStatuses.integrationId, integration.id),
            eq(syncStatuses.recordType, 'company'),
            hasFailed(failed),
            gt(syncStatuses.recordId, after),
          ),
        )
        .orderBy(asc(syncStatuses.recordId))
        .limit(COMPANIES_AT_ONCE),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}

async function planContacts(ctx: Planning, input: PlanInput, mayLeave: boolean): Promise<void> {
  const { integration, scope, fields } = input;
  const isAuto = scope.kind === 'AUTO';
  const segmentIds = segmentsOf(scope, integration.settings);
  const failed = scope.kind === 'FAILED' ? scope : null;
  const taken: ContactSelection = { segmentIds, onlyChanged: isAuto, areLeaving: false, failed };
  await copyContacts(ctx, input, taken);
  if (mayLeave && fields.contact.some(({ isOfMembership }) => isOfMembership))
    await copyContacts(ctx, input, { ...taken, areLeaving: true });
}

async function copyContacts(ctx: Planning, input: PlanInput, selection: ContactSelection): Promise<void> {
  const { warehouse, signal } = ctx;
  const { client, integration, dataset, scope } = input;
  const { database, name } = planTable(client.name, ctx.jobId);
  const isInScope = selection.areLeaving ? sql`1` : companiesInScope(dataset, scope, integration.settings);
  for await (const page of contactPages(ctx, input, selection)) {
    const companyIds = [...new Set(page.map(({ companyId }) => companyId))];
    const rows = await warehouse.rows(
      sql`SELECT toString(__company_id) AS id FROM ${dataset.table()}
        WHERE __company_id IN ${uints(companyIds)} AND ${isInScope}`,
      idRow,
      { lane: 'jobs', signal },
    );
    const companies = new Set(rows.map(({ id }) => id));
    const planned = page
      .filter(({ companyId }) => companies.has(companyId))
      .map(({ contactId, companyId, hash }) => ({
        record_type: 'contact',
        company_id: companyId,
        contact_id: contactId,
        domain: '',
        hash,
        is_leaving: selection.areLeaving,
      }));
    if (planned.length > 0) await warehouse.insert({ database, table: name }, planned, { lane: 'jobs', signal });
  }
}

async function* contactPages(ctx: Planning, { client, integration, fields }: PlanInput, selection: ContactSelection) {
  let after: ContactToPlan | null = null;
  do {
    const page: ContactToPlan[] = await ctx.db.asClient(
      client.id,
      (tx) => readContactsToPlan(tx, integration, fields.contact, selection, after, CONTACTS_AT_ONCE),
      { readOnly: true },
    );
    if (page.length > 0) yield page;
    after = page.at(-1) ?? null;
  } while (after !== null);
}
