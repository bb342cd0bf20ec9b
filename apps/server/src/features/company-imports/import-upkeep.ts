import { and, eq, inArray, isNotNull, isNull, lt, notInArray } from '@quarry/postgres';
import { companyFiles, companyImports } from '@quarry/postgres/tables/company-imports';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { forgetOtherRuns } from '#server/features/universe/import/undo-import.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/scope.ts';
import { deletePieces } from './company-file.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;
/** An uploaded file is kept this long for its import. */
const FILE_DAYS = 7;
/** An import can be undone this long. */
const UNDO_DAYS = 30;

/** Deletes uploaded files that were not imported, and forgets what old imports changed. */
export const importUpkeep = defineJob({
  type: 'company-import-upkeep',
  input: z.object({}),
  concurrency: 'global',
  maxAttempts: 1,
  timeoutMs: 10 * 60_000,
  async run(ctx) {
    const { db } = ctx;
    const before = (days: number) => new Date(Date.now() - days * DAY_MS);
    const files = await db.asSystem((tx) =>
      tx
        .select({ id: companyFiles.id })
        .from(companyFiles)
        .where(
          and(
            isNull(companyFiles.deletedAt),
            lt(companyFiles.createdAt, before(FILE_DAYS)),
            notInArray(
              companyFiles.id,
              tx
                .select({ id: companyImports.fileId })
                .from(companyImports)
                .innerJoin(jobs, eq(jobs.id, companyImports.id))
                .where(and(inArray(jobs.status, ['WAITING', 'PROCESSING']), isNotNull(companyImports.fileId))),
            ),
          ),
        ),
    );
    for (const { id } of files) await deletePieces(ctx, id);
    const isOld = and(
      eq(companyImports.canBeUndone, true),
      isNull(companyImports.undoBeganAt),
      lt(companyImports.finishedAt, before(UNDO_DAYS)),
    );
    await db.asSystem((tx) => tx.update(companyImports).set({ canBeUndone: false }).where(isOld));
    const undoable = await db.asSystem((tx) =>
      tx.select({ run: companyImports.run }).from(companyImports).where(eq(companyImports.canBeUndone, true)),
    );
    await forgetOtherRuns(ctx, new Set(undoable.map(({ run }) => run)));
  },
});

/** Run by each worker process at its start. */
export function startImportUpkeep(platform: Pick<Platform, 'jobs'>): void {
  platform.jobs.schedule(importUpkeep, EVERY_MS, {});
}
