import { accountDoors } from '#server/features/accounts/routes.ts';
import { apiKeyDoors } from '#server/features/api-keys/routes.ts';
import { auditTrailDoors } from '#server/features/audit-trail/routes.ts';
import { buildDoors } from '#server/features/builds/routes.ts';
import { companyDoors } from '#server/features/companies/routes.ts';
import { contactDoors } from '#server/features/contacts/routes.ts';
import { dataBlockDoors } from '#server/features/data-blocks/routes.ts';
import { dataDirectoryDoors } from '#server/features/data-directory/routes.ts';
import { dataPointDoors } from '#server/features/data-points/routes.ts';
import { exportDoors } from '#server/features/exports/routes.ts';
import { jobDoors } from '#server/features/jobs/routes.ts';
import { marketDoors } from '#server/features/markets/routes.ts';
import { personaDoors } from '#server/features/segments/personas/routes.ts';
import { segmentDoors } from '#server/features/segments/routes.ts';
import { systemDoors } from '#server/features/system/routes.ts';
import { tagDoors } from '#server/features/tags/routes.ts';
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
  ...segmentDoors,
  ...viewDoors,
  ...exportDoors,
  ...jobDoors,
  ...buildDoors,
  ...systemDoors,
];
