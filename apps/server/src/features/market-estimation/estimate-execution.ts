import type { Warehouse } from '@quarry/clickhouse';
import { sql } from '@quarry/clickhouse';
import { ESTIMATION_ROWS, type Estimate, type FieldValue, fieldValue, previewField } from '@quarry/contracts';
import { z } from 'zod';
import { previewColumns } from '#server/features/markets/previews/preview-columns.ts';
import { previewCompanies } from '#server/features/universe/criteria/preview-companies.ts';
import { readDataPoints } from '#server/features/universe/criteria/read-values.ts';
import type { ExecutionControl, Executions } from '#server/platform/executions/executions.ts';
import type { EstimatedCriteria } from './estimated-criteria.ts';

/** Staff's executions belong to no account. */
export const OF_STAFF = null;
export const ESTIMATE_KIND = 'market-estimation.preview';
export const ESTIMATE_TIMEOUT_MS = 300_000;
export const ESTIMATE_TTL_MS = 600_000;
/** Over all staff. */
export const MAX_STAFF_EXECUTIONS = 20;

const estimateOutput = z.object({
  count: z.number(),
  netNewCount: z.number().nullable(),
  schema: z.array(previewField),
  rows: z.array(z.record(z.string(), fieldValue)),
});
type EstimateOutput = z.infer<typeof estimateOutput>;

/** The fraction of progress for finding companies; reading their values is the rest. */
const FINDING = 0.9;

/** Counts the companies that match, and reads the best with the data points of the rules. */
export async function estimateMarket(
  warehouse: Warehouse,
  { compiled, day, isNetNew }: EstimatedCriteria,
  { signal, progress }: ExecutionControl,
): Promise<EstimateOutput> {
  const { points, schema } = previewColumns(compiled.dataPoints);
  const found = await previewCompanies({
    warehouse,
    criteria: compiled,
    isNetNew: isNetNew ?? (() => sql`0`),
    netNewOnly: false,
    rows: ESTIMATION_ROWS,
    today: day,
    signal,
    onProgress: (fraction) => progress(fraction * FINDING),
  });
  const values = await readDataPoints(warehouse, { companyIds: found.best, points, signal, lane: 'analysis' });
  const rowOf = (id: string): Record<string, FieldValue> =>
    Object.fromEntries(points.map(({ key }) => [key, values.get(id)?.[key] ?? null]));
  return {
    count: found.total ?? 0,
    netNewCount: isNetNew === null ? null : found.totalNetNew,
    schema,
    rows: found.best.map(rowOf),
  };
}

/** The state of an estimate as the contract has it. Throws NOT_FOUND. */
export async function readEstimate(executions: Executions, executionId: string): Promise<Estimate> {
  const { status, progress, output, error } = await executions.read(OF_STAFF, ESTIMATE_KIND, executionId);
  const result = status === 'SUCCEEDED' ? estimateOutput.parse(output) : null;
  const state = status === 'SUCCEEDED' ? 'READY' : status === 'RUNNING' ? 'RUNNING' : 'FAILED';
  return {
    state,
    executionId,
    progress,
    count: result?.count ?? null,
    netNewCount: result?.netNewCount ?? null,
    schema: result?.schema ?? [],
    rows: result?.rows ?? [],
    error: state === 'FAILED' ? (error ?? status) : null,
  };
}
