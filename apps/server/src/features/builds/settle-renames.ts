import {
  analysisResults,
  appSettings,
  type CompaniesTableLayout,
  companiesTableLayout,
  companySearch,
  scoringRules,
  segmentDefinition,
  userSettings,
} from '@quarry/contracts';
import { filterGroup } from '@quarry/filters';
import { and, eq, inArray, isNotNull, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { integrationJobs, integrationMappings } from '@quarry/postgres/tables/integrations';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';
import { segments } from '@quarry/postgres/tables/segments';
import { tags } from '@quarry/postgres/tables/tags';
import { userSettings as settingsTable } from '@quarry/postgres/tables/user-settings';
import { views } from '@quarry/postgres/tables/views';
import {
  type Renames,
  renameField,
  renameFields,
  renameInDefinition,
  renameInFilter,
  renameInRules,
} from '#server/features/datasets/renames.ts';
import { jobScope } from '#server/features/integration-jobs/plan/job-scope.ts';

/**
 * Makes everything of an account that names a renamed column name it as the new version does. Belongs into the
 * transaction of the swap, which holds the client's row, so that nobody sees one without the other. Exports keep the old
 * names: they read the version that they were requested for.
 */
export async function settleRenames(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  if (renames.size === 0) return;
  for (const rename of [inTags, inScores, inSegments, inViews, inPeoplesTables, inReports, inMappings, inSyncs])
    await rename(tx, clientId, renames);
  await inDefaultColumns(tx, clientId, renames);
}

async function inTags(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  const rows = await tx.select({ id: tags.id, filters: tags.filters }).from(tags).where(eq(tags.clientId, clientId));
  for (const { id, filters } of rows) {
    const renamed = renameInFilter(filterGroup.parse(filters), renames);
    await tx.update(tags).set({ filters: renamed }).where(eq(tags.id, id));
  }
}

async function inScores(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  const rows = await tx
    .select({ id: scoringConfigs.id, rules: scoringConfigs.rules, computedRules: scoringConfigs.computedRules })
    .from(scoringConfigs)
    .where(eq(scoringConfigs.clientId, clientId));
  const renamed = (stored: unknown) => renameInRules(scoringRules.parse(stored), renames);
  for (const { id, rules, computedRules } of rows) {
    await tx
      .update(scoringConfigs)
      .set({ rules: renamed(rules), computedRules: computedRules === null ? null : renamed(computedRules) })
      .where(eq(scoringConfigs.id, id));
  }
}

async function inSegments(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  const rows = await tx.select().from(segments).where(eq(segments.clientId, clientId));
  for (const { id, selectedColumns, ...stored } of rows) {
    const { filters, limitOptions } = renameInDefinition(segmentDefinition.parse(stored), renames);
    await tx
      .update(segments)
      .set({
        filters,
        limitOptions,
        selectedColumns: selectedColumns === null ? null : renameFields(selectedColumns, renames),
      })
      .where(eq(segments.id, id));
  }
}

const viewContent = companySearch.extend({ columns: companiesTableLayout });

async function inViews(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  const rows = await tx
    .select({ id: views.id, content: views.content })
    .from(views)
    .where(eq(views.clientId, clientId));
  for (const { id, content } of rows) {
    const { filters, sortby, columns, ...rest } = viewContent.parse(content);
    await tx
      .update(views)
      .set({
        content: {
          ...rest,
          filters: filters === null ? null : renameInFilter(filters, renames),
          sortby: renameField(sortby, renames),
          columns: renameInLayout(columns, renames),
        },
        // Somebody who has it open would bring the old names back.
        version: sql`${views.version} + 1`,
      })
      .where(eq(views.id, id));
  }
}

function renameInLayout({ order, hidden, pinned, widths }: CompaniesTableLayout, renames: Renames) {
  return {
    order: renameFields(order, renames),
    hidden: renameFields(hidden, renames),
    pinned: renameFields(pinned, renames),
    widths: Object.fromEntries(Object.entries(widths).map(([name, width]) => [renameField(name, renames), width])),
  };
}

async function inPeoplesTables(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  const rows = await tx.select().from(settingsTable).where(eq(settingsTable.clientId, clientId));
  for (const { id, value } of rows) {
    // Settings that can't be read count as none wherever they are read.
    const settings = userSettings.safeParse(value).data;
    if (settings?.companiesTable == null) continue;
    const companiesTable = renameInLayout(settings.companiesTable, renames);
    await tx
      .update(settingsTable)
      .set({ value: { ...settings, companiesTable } })
      .where(eq(settingsTable.id, id));
  }
}

/** Findings become rules of scoring fields. */
async function inReports(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  const rows = await tx
    .select({ id: analysisReports.id, results: analysisReports.results })
    .from(analysisReports)
    .where(and(eq(analysisReports.clientId, clientId), isNotNull(analysisReports.results)));
  for (const { id, results } of rows) {
    const read = analysisResults.parse(results);
    const scores = read.scores.map((group) => ({
      ...group,
      fieldName: renameField(group.fieldName, renames),
      findings: group.findings.map((finding) => ({
        ...finding,
        fieldName: renameField(finding.fieldName, renames),
        rule: { ...finding.rule, field: renameField(finding.rule.field, renames) },
      })),
    }));
    await tx
      .update(analysisReports)
      .set({ results: { ...read, scores } })
      .where(eq(analysisReports.id, id));
  }
}

async function inMappings(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  const ofCompanies = and(eq(integrationMappings.clientId, clientId), eq(integrationMappings.recordType, 'company'));
  for (const [before, after] of renames) {
    const using = tx
      .select({ id: integrationMappings.integrationId })
      .from(integrationMappings)
      .where(and(ofCompanies, eq(integrationMappings.internalName, before)));
    // One that was left from an earlier column of this name has sent nothing since.
    await tx
      .delete(integrationMappings)
      .where(
        and(
          ofCompanies,
          eq(integrationMappings.internalName, after),
          inArray(integrationMappings.integrationId, using),
        ),
      );
    await tx
      .update(integrationMappings)
      .set({ internalName: after })
      .where(and(ofCompanies, eq(integrationMappings.internalName, before)));
  }
}

/** Syncs that wait, or that the CRM's limits have paused, look their companies up later. */
async function inSyncs(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  const rows = await tx
    .select({ jobId: integrationJobs.jobId, scope: integrationJobs.scope })
    .from(integrationJobs)
    .where(and(eq(integrationJobs.clientId, clientId), inArray(integrationJobs.status, ['WAITING', 'IN_PROGRESS'])));
  for (const { jobId, scope } of rows) {
    const read = jobScope.safeParse(scope).data;
    if (read?.kind !== 'CHOSEN' || read.filters === null) continue;
    await tx
      .update(integrationJobs)
      .set({ scope: { ...read, filters: renameInFilter(read.filters, renames) } })
      .where(eq(integrationJobs.jobId, jobId));
  }
}

async function inDefaultColumns(tx: Transaction, clientId: string, renames: Renames): Promise<void> {
  const [row] = await tx.select({ settings: clients.appSettings }).from(clients).where(eq(clients.id, clientId));
  const settings = appSettings.safeParse(row?.settings).data;
  if (settings?.companiesTableFields == null) return;
  const companiesTableFields = renameFields(settings.companiesTableFields, renames);
  await tx
    .update(clients)
    .set({ appSettings: { ...settings, companiesTableFields } })
    .where(eq(clients.id, clientId));
}
