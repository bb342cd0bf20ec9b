import { type AnalysisInputs, type AnalysisResults, AppError } from '@quarry/contracts';
import { and, eq, sql } from '@quarry/postgres';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import { readClient } from '#server/features/datasets/read-client.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { analysedFields } from './analysed-fields.ts';
import { compareSets } from './compare-sets.ts';
import { inputsOf } from './report.ts';

const work = z.object({ reportId: z.string(), revision: z.number().int() });

/**
 * Calculates a report. It only reads until its last write, so it can be killed at any moment and starts over. Newer inputs
 * have a higher revision and their own job; a calculation of older ones ends without a trace.
 */
export const reportCalculation = defineJob({
  type: 'scoring-analysis',
  input: work,
  concurrency: 'per-client',
  maxAttempts: 5,
  timeoutMs: 30 * 60_000,
  run: (ctx, input) => calculateReport(ctx, input),
});

/** How often a calculation looks for newer inputs. */
const CHECK_MS = 500;

/** Ends a calculation whose report was deleted or has newer inputs. */
class Superseded extends Error {}

export async function calculateReport(ctx: JobContext, { reportId, revision }: z.infer<typeof work>): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('A scoring analysis needs a client');
  const current = and(
    eq(analysisReports.clientId, clientId),
    eq(analysisReports.id, reportId),
    eq(analysisReports.revision, revision),
    eq(analysisReports.status, 'Calculating'),
  );
  const readInputs = async (): Promise<AnalysisInputs> => {
    const [row] = await ctx.db.asClient(
      clientId,
      (tx) => tx.select({ inputs: analysisReports.inputs }).from(analysisReports).where(current),
      { readOnly: true },
    );
    if (row === undefined) throw new Superseded();
    return inputsOf(row);
  };
  const finish = (values: { status: 'Processed' | 'Error'; results?: AnalysisResults; error?: string }) =>
    ctx.db.asClient(clientId, async (tx) => {
      // Throws if another worker took the job over.
      await ctx.saveCheckpoint(null, tx);
      await tx
        .update(analysisReports)
        .set({ ...values, calculatedAt: sql`now()` })
        .where(current);
    });
  try {
    const results = await calculate(ctx, clientId, await readInputs(), readInputs);
    await finish({ status: 'Processed', results });
  } catch (error) {
    if (error instanceof Superseded) return;
    // Its message is for people, and another attempt would end the same.
    if (!(error instanceof AppError) || error.errorCode !== 'VALIDATION_FAILED') throw error;
    await finish({ status: 'Error', error: error.message });
  }
}

async function calculate(
  ctx: JobContext,
  clientId: string,
  inputs: AnalysisInputs,
  assertCurrent: () => Promise<unknown>,
): Promise<AnalysisResults> {
  const client = await readClient(ctx, clientId);
  const read = <T>(query: Parameters<typeof ctx.db.asClient<T>>[1]) =>
    ctx.db.asClient(clientId, query, { readOnly: true });
  const dataset = await openDataset({ client, read, caches: ctx.caches });
  const schema = await read((tx) => readDatasetSchema(tx, client));
  let checkedAt = Date.now();
  const counting = {
    warehouse: ctx.warehouse,
    // People wait for it, so it must not queue behind builds.
    options: { lane: 'analysis', signal: ctx.signal } as const,
    async onProgress(fraction: number) {
      ctx.throwIfCancelled();
      ctx.progress(fraction, 'Comparing data points');
      if (Date.now() - checkedAt < CHECK_MS) return;
      checkedAt = Date.now();
      await assertCurrent();
    },
  };
  return compareSets(counting, dataset, analysedFields(dataset, schema), inputs);
}
