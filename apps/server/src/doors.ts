import { accountDoors } from '#server/features/accounts/routes.ts';
import { apiKeyDoors } from '#server/features/api-keys/routes.ts';
import { auditTrailDoors } from '#server/features/audit-trail/routes.ts';
import { buildDoors } from '#server/features/builds/routes.ts';
import { clientDoors } from '#server/features/clients/routes.ts';
import { companyDoors } from '#server/features/companies/routes.ts';
import { companyImportDoors } from '#server/features/company-imports/routes.ts';
import { contactDoors } from '#server/features/contacts/routes.ts';
import { coverageAnalysisDoors } from '#server/features/coverage-analyses/routes.ts';
import { crmImportDoors } from '#server/features/crm-imports/routes.ts';
import { dataBlockDoors } from '#server/features/data-blocks/routes.ts';
import { dataDirectoryDoors } from '#server/features/data-directory/routes.ts';
import { dataPointDoors } from '#server/features/data-points/routes.ts';
import { erasureDoors } from '#server/features/erasures/routes.ts';
import { exportDoors } from '#server/features/exports/routes.ts';
import { integrationJobDoors } from '#server/features/integration-jobs/routes.ts';
import { integrationDoors } from '#server/features/integrations/routes.ts';
import { jobDoors } from '#server/features/jobs/routes.ts';
import { marketEstimationDoors } from '#server/features/market-estimation/routes.ts';
import { marketDoors } from '#server/features/markets/routes.ts';
import { resourceLockDoors } from '#server/features/resource-locks/routes.ts';
import { scoringDoors } from '#server/features/scoring/routes.ts';
import { scoringAnalysisDoors } from '#server/features/scoring-analysis/routes.ts';
import { personaDoors } from '#server/features/segments/personas/routes.ts';
import { segmentDoors } from '#server/features/segments/routes.ts';
import { systemDoors } from '#server/features/system/routes.ts';
import { tagDoors } from '#server/features/tags/routes.ts';
import { toolboxDoors } from '#server/features/toolbox/routes.ts';
import { universeOverviewDoors } from '#server/features/universe-overview/routes.ts';
import { userDoors } from '#server/features/users/routes.ts';
import { viewDoors } from '#server/features/views/routes.ts';
import type { Door } from '#server/platform/mount.ts';

/** Every door of the API, one line per room. */
export const doors: readonly Door[] = [
  ...accountDoors,
  ...userDoors,
  ...auditTrailDoors,
  ...apiKeyDoors,
  ...companyDoors,
  ...contactDoors,
  ...dataPointDoors,
  ...dataDirectoryDoors,
  ...dataBlockDoors,
  ...marketDoors,
  ...personaDoors,
  ...tagDoors,
  ...scoringDoors,
  ...segmentDoors,
  ...viewDoors,
  ...scoringAnalysisDoors,
  ...exportDoors,
  ...integrationDoors,
  ...crmImportDoors,
  ...integrationJobDoors,
  ...jobDoors,
  ...buildDoors,
  ...clientDoors,
  ...resourceLockDoors,
  ...systemDoors,
  ...toolboxDoors,
  ...universeOverviewDoors,
  ...companyImportDoors,
  ...marketEstimationDoors,
  ...coverageAnalysisDoors,
  ...erasureDoors,
];
