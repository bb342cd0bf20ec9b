import { resetCodeJob } from '#server/features/accounts/mail-reset-code.ts';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { dataPointsComputation } from '#server/features/builds/data-points-computation.ts';
import { datasetUpkeep } from '#server/features/builds/upkeep.ts';
import { clientDeletion } from '#server/features/clients/delete-due-clients.ts';
import { companyImport } from '#server/features/company-imports/import-job.ts';
import { importUpkeep } from '#server/features/company-imports/import-upkeep.ts';
import { crmImport } from '#server/features/crm-imports/import-job.ts';
import { crmImportSchedule } from '#server/features/crm-imports/schedule-imports.ts';
import { personErasure } from '#server/features/erasures/person-erasure.ts';
import { exportUpkeep } from '#server/features/exports/export-upkeep.ts';
import { exportMail } from '#server/features/exports/mail-export.ts';
import { csvExport } from '#server/features/exports/run-export.ts';
import { integrationAutoSyncs } from '#server/features/integration-jobs/auto-sync/auto-syncs.ts';
import { integrationDryRun } from '#server/features/integration-jobs/dry-run/run-dry-run.ts';
import { integrationSync } from '#server/features/integration-jobs/run/run-sync.ts';
import { integrationUndo } from '#server/features/integration-jobs/undo/run-undo.ts';
import { integrationUpkeep } from '#server/features/integration-jobs/upkeep.ts';
import { externalFieldsCreation } from '#server/features/integrations/fields/external-fields-job.ts';
import { estimationUpkeep } from '#server/features/market-estimation/estimation-upkeep.ts';
import { estimationExport } from '#server/features/market-estimation/run-estimation-export.ts';
import { scoreRefresh } from '#server/features/scoring/refresh-scores.ts';
import { reportCalculation } from '#server/features/scoring-analysis/calculate-report.ts';
import { personaSearch } from '#server/features/segments/personas/persona-search.ts';
import { personaUpkeep } from '#server/features/segments/personas/upkeep/persona-upkeep.ts';
import { segmentUpdate } from '#server/features/segments/update-segments.ts';
import { tagRefresh } from '#server/features/tags/refresh-tags.ts';
import type { AnyJobDefinition } from '#server/platform/jobs/jobs.ts';
import { mailJob } from '#server/platform/mail-job.ts';

/** Every kind of job, one line each. */
export const jobDefinitions: readonly AnyJobDefinition[] = [
  clientDeletion,
  companyImport,
  datasetBuild,
  dataPointsComputation,
  datasetUpkeep,
  crmImport,
  crmImportSchedule,
  csvExport,
  exportMail,
  exportUpkeep,
  importUpkeep,
  estimationExport,
  estimationUpkeep,
  integrationAutoSyncs,
  integrationDryRun,
  integrationSync,
  integrationUndo,
  integrationUpkeep,
  externalFieldsCreation,
  mailJob,
  personaSearch,
  personaUpkeep,
  personErasure,
  reportCalculation,
  resetCodeJob,
  scoreRefresh,
  tagRefresh,
  segmentUpdate,
];
