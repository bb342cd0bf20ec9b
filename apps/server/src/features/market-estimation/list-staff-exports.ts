import type * as contracts from '@quarry/contracts';
import { LATEST_EXPORTS } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { selectStaffExports, toStaffExport } from './staff-export.ts';

/** The latest exports of the universe. */
export const listStaffExports: Verb<typeof contracts.listStaffExports> = async (scope) => {
  const stored = await scope.read((tx) => selectStaffExports(tx).limit(LATEST_EXPORTS));
  return { items: stored.map((one) => toStaffExport(one)) };
};
