import type { Warehouse } from '@quarry/clickhouse';
import { AppError } from '@quarry/contracts';
import { z } from 'zod';
import { scratchPathOf } from '#server/platform/data-folder.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { WorkStopped } from '#server/platform/work/run-work.ts';
import { UNIVERSE_TABLES } from '../schema.ts';
import { type ImportFileResult, importFile } from './import-file.ts';
import { summarise } from './import-summary.ts';

const DAY_MS = 86_400_000;

/** What to import and how. Paths are absolute. */
export const importRequest = z.object({
  /** Path or http(s) address. */
  location: z.string(),
  mapping: z.unknown().optional(),
  isDryRun: z.boolean(),
  rejectsPath: z.string(),
  maxBytes: z.number().optional(),
});
export type ImportRequest = z.infer<typeof importRequest>;

/**
 * Imports a file into the universe while the server runs, and leaves its summary as the job's checkpoint. An attempt
 * that was killed is repeated from the start, which finds what it stored unchanged.
 */
export const companyImport = defineJob({
  type: 'company-import',
  input: importRequest,
  concurrency: 'global',
  // A restart in the middle counts as an attempt.
  maxAttempts: 5,
  needsDiskSpace: true,
  timeoutMs: 7 * DAY_MS,
  run: runImport,
});

async function runImport(ctx: JobContext, request: ImportRequest): Promise<void> {
  const work = (warehouse: Warehouse) => importRequested(ctx, warehouse, request);
  const { ledger } = ctx;
  const result = request.isDryRun ? await work(ledger.engine) : await recordImport(ctx, work);
  await ctx.saveCheckpoint(summarise(result, request));
  if (result.failure !== null) throw new AppError('BAD_REQUEST', result.failure.message);
}

async function recordImport(
  { ledger, signal }: JobContext,
  work: (warehouse: Warehouse) => Promise<ImportFileResult>,
): Promise<ImportFileResult> {
  try {
    return await ledger.recordWrites(UNIVERSE_TABLES, work);
  } catch (error) {
    // What was stored stays, so it is counted at once. At a shutdown, the next start counts it.
    const { reason } = signal;
    if (reason instanceof WorkStopped && reason.reason === 'CANCELLED') await ledger.check({ isThorough: true });
    throw error;
  }
}

function importRequested(ctx: JobContext, warehouse: Warehouse, request: ImportRequest): Promise<ImportFileResult> {
  return importFile({
    ...request,
    warehouse,
    scratchDirectory: scratchPathOf(ctx.config.dataDir),
    onProgress({ report, bytesRead, bytesTotal }) {
      const { read, created, updated, unchanged, rejected } = report;
      const fraction = bytesTotal === null || bytesTotal === 0 ? 0 : bytesRead / bytesTotal;
      const message = `${read.toLocaleString('en-US')} rows of ${request.location}`;
      ctx.progress(fraction, message, { read, created, updated, unchanged, rejected });
    },
    signal: ctx.signal,
  });
}
