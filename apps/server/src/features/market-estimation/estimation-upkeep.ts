import { EXPORT_TTL_HOURS } from '@quarry/contracts';
import { and, eq, isNotNull, lt } from '@quarry/postgres';
import { staffExports } from '@quarry/postgres/tables/staff-exports';
import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/scope.ts';
import { dropGivenUpRuns } from './frozen-companies.ts';

const EVERY_MS = 3_600_000;

/** Removes the files of exports that expired, whose records stay, and what estimates no longer keep. */
export const estimationUpkeep = defineJob({
  type: 'estimation-upkeep',
  input: z.object({}),
  concurrency: 'global',
  maxAttempts: 1,
  timeoutMs: 10 * 60_000,
  async run(ctx) {
    const { db, files } = ctx;
    await dropGivenUpRuns(ctx);
    const before = new Date(Date.now() - EXPORT_TTL_HOURS * 3_600_000);
    const expired = await db.asSystem((tx) =>
      tx
        .select({ id: staffExports.id, fileKey: staffExports.fileKey })
        .from(staffExports)
        .where(and(isNotNull(staffExports.fileKey), lt(staffExports.completedAt, before))),
    );
    for (const { id, fileKey } of expired) {
      if (fileKey !== null) await files.delete(fileKey);
      await db.asSystem((tx) => tx.update(staffExports).set({ fileKey: null }).where(eq(staffExports.id, id)));
    }
  },
});

/** Run by each worker process at its start. */
export function startEstimationUpkeep(platform: Pick<Platform, 'jobs'>): void {
  platform.jobs.schedule(estimationUpkeep, EVERY_MS, {});
}
