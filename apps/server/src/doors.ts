import { accountDoors } from '#server/features/accounts/routes.ts';
import { companyDoors } from '#server/features/companies/routes.ts';
import { dataBlockDoors } from '#server/features/data-blocks/routes.ts';
import { dataPointDoors } from '#server/features/data-points/routes.ts';
import { jobDoors } from '#server/features/jobs/routes.ts';
import { marketDoors } from '#server/features/markets/routes.ts';
import type { Door } from '#server/platform/mount.ts';

/** Every door of the API, one line per room. */
export const doors: readonly Door[] = [
  ...accountDoors,
  ...companyDoors,
  ...dataPointDoors,
  ...dataBlockDoors,
  ...marketDoors,
  ...jobDoors,
];
