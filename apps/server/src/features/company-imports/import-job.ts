import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import { z } from 'zod';
import type { ImportSummary } from '#server/features/universe/import/import-summary.ts';
import { makeScratchFolder } from '#server/platform/data-folder.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { deletePieces, locatePieces, readCompanyFile } from './company-file.ts';
import { type ImportRequest, importRequest, rejectsKeyOf } from './import-request.ts';
import { type ReadFrom, runImport } from './run-import.ts';
import { undoImport } from './undo-import.ts';

const DAY_MS = 86_400_000;

/** The import to undo, and who asked for it. */
const undoRequest = z.object({ undoOf: z.string(), by: z.string() });

/**
 * Imports a file into the universe while the server runs, and leaves its summary as the job's checkpoint. An attempt
 * that was killed is repeated from the start, which finds what it stored unchanged. It also undoes imports, because
 * both write the same tables: one at a time.
 */
export const companyImport = defineJob({
  type: 'company-import',
  input: z.union([undoRequest, importRequest]),
  concurrency: 'global',
  // A restart in the middle counts as an attempt.
  maxAttempts: 5,
  needsDiskSpace: true,
  canBeCancelled: true,
  timeoutMs: 7 * DAY_MS,
  async run(ctx, request) {
    if ('undoOf' in request) await undoImport(ctx, request);
    else await importRequested(ctx, request);
  },
});

async function importRequested(ctx: JobContext, request: ImportRequest): Promise<void> {
  const summary =
    request.fileId === undefined
      ? await runHere(ctx, request, { location: request.location, rejectsPath: request.rejectsPath })
      : await importUploaded(ctx, request, request.fileId);
  await ctx.saveCheckpoint(summary);
  if (summary.failure !== null) throw new AppError('BAD_REQUEST', summary.failure);
}

/** Imports from the pieces of an upload, and puts the rejected rows beside them in the file store. */
async function importUploaded(ctx: JobContext, request: ImportRequest, fileId: string): Promise<ImportSummary> {
  const { config, db, files, jobId } = ctx;
  const file = await db.asSystem((tx) => readCompanyFile(tx, fileId), { readOnly: true });
  const location = await locatePieces(ctx, file);
  const folder = await makeScratchFolder(config.dataDir, 'rejects-');
  try {
    const rejectsPath = join(folder, 'rejects.jsonl');
    const keepRejects = async (summary: ImportSummary) => {
      if (summary.rejectsPath === null) return;
      const { size } = await stat(rejectsPath);
      await files.putStream(rejectsKeyOf(jobId), createReadStream(rejectsPath), { contentLength: size });
    };
    const from = { location, size: file.bytes, rejectsPath, atEnd: keepRejects };
    const summary = await runHere(ctx, request, from);
    // A dry run is followed by the import, and so may be one that stopped.
    if (!request.isDryRun && summary.failure === null) await deletePieces(ctx, fileId);
    return summary;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runHere(ctx: JobContext, request: ImportRequest, from: ReadFrom): Promise<ImportSummary> {
  const { db, jobId, signal } = ctx;
  // A job that was tried again, or is of an earlier release, has no record.
  await db.asSystem((tx) =>
    tx
      .insert(companyImports)
      .values({ id: jobId, request, fileId: request.fileId ?? null, isDryRun: request.isDryRun })
      .onConflictDoNothing(),
  );
  const [row] = await db.asSystem((tx) => tx.select().from(companyImports).where(eq(companyImports.id, jobId)));
  if (row === undefined) throw new Error('The import has no record');
  return runImport(
    ctx,
    { id: jobId, run: row.run, request, from },
    {
      signal,
      onProgress({ report, bytesRead, bytesTotal }) {
        const { read, created, updated, unchanged, rejected } = report;
        const fraction = bytesTotal === null || bytesTotal === 0 ? 0 : bytesRead / bytesTotal;
        const message = `${read.toLocaleString('en-US')} rows of ${request.location}`;
        ctx.progress(fraction, message, { read, created, updated, unchanged, rejected });
      },
    },
  );
}
