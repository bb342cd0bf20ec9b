import { resetCodeJob } from '#server/features/accounts/mail-reset-code.ts';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { dataPointsComputation } from '#server/features/builds/data-points-computation.ts';
import { datasetUpkeep } from '#server/features/builds/upkeep.ts';
import { exportUpkeep } from '#server/features/exports/export-upkeep.ts';
import { exportMail } from '#server/features/exports/mail-export.ts';
import { csvExport } from '#server/features/exports/run-export.ts';
import { reportCalculation } from '#server/features/scoring-analysis/calculate-report.ts';
import { tagRefresh } from '#server/features/tags/refresh-tags.ts';
import { companyImport } from '#server/features/universe/import/run-import.ts';
import type { AnyJobDefinition } from '#server/platform/jobs/jobs.ts';
import { mailJob } from '#server/platform/mail-job.ts';

/** Every kind of job, one line each. */
export const jobDefinitions: readonly AnyJobDefinition[] = [
  companyImport,
  datasetBuild,
  dataPointsComputation,
  datasetUpkeep,
  csvExport,
  exportMail,
  exportUpkeep,
  mailJob,
  reportCalculation,
  resetCodeJob,
  tagRefresh,
];
