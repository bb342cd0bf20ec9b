import { resetCodeJob } from '#server/features/accounts/mail-reset-code.ts';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { dataPointsComputation } from '#server/features/builds/data-points-computation.ts';
import { datasetUpkeep } from '#server/features/builds/upkeep.ts';
import { personErasure } from '#server/features/contacts/erasure/person-erasure.ts';
import { exportUpkeep } from '#server/features/exports/export-upkeep.ts';
import { exportMail } from '#server/features/exports/mail-export.ts';
import { csvExport } from '#server/features/exports/run-export.ts';
import { personaSearch } from '#server/features/segments/personas/persona-search.ts';
import { personaUpkeep } from '#server/features/segments/personas/upkeep/persona-upkeep.ts';
import { segmentUpdate } from '#server/features/segments/update-segments.ts';
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
  personaSearch,
  personaUpkeep,
  personErasure,
  resetCodeJob,
  tagRefresh,
  segmentUpdate,
];
