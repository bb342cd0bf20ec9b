import type { Warehouse } from '@quarry/clickhouse';
import {
  type FieldValue,
  MARKET_PREVIEW_ROWS,
  type MarketPreviewPart,
  type MarketPreviewResult,
} from '@quarry/contracts';
import type { IsNetNew } from '#server/features/universe/criteria/compile-criteria.ts';
import { previewCompanies } from '#server/features/universe/criteria/preview-companies.ts';
import { readDataPoints } from '#server/features/universe/criteria/read-values.ts';
import type { ExecutionControl } from '#server/platform/executions/executions.ts';
import { previewColumns } from './preview-columns.ts';
import type { ParsedCriteria } from './unsaved-criteria.ts';

/** The fraction of progress for finding companies; reading their values is the rest. */
const FINDING = 0.9;

/** Finds the best companies for criteria with exact counts, and reads the data points of the rules. */
export async function previewMarket(
  warehouse: Warehouse,
  input: {
    readonly criteria: ParsedCriteria;
    readonly isNetNew: IsNetNew;
    readonly netNewOnly: boolean;
  },
  { signal, progress }: ExecutionControl,
): Promise<MarketPreviewResult> {
  const { compiled, day } = input.criteria;
  const { points, schema } = previewColumns(compiled.dataPoints);
  const found = await previewCompanies({
    warehouse,
    criteria: compiled,
    isNetNew: input.isNetNew,
    netNewOnly: input.netNewOnly,
    rows: MARKET_PREVIEW_ROWS,
    today: day,
    signal,
    onProgress: (fraction) => progress(fraction * FINDING),
  });
  progress(FINDING);
  const companyIds = [...new Set([...found.best, ...found.bestNetNew])];
  const values = await readDataPoints(warehouse, { companyIds, points, signal, lane: 'analysis' });
  const part = (ids: readonly string[]): MarketPreviewPart => ({
    schema,
    previewData: ids.map((id): Record<string, FieldValue> => {
      const row = values.get(id);
      return Object.fromEntries(points.map(({ key }) => [key, row?.[key] ?? null]));
    }),
    totalCompanies: found.total,
    totalNetNewCompanies: found.totalNetNew,
  });
  return { allCompanies: input.netNewOnly ? null : part(found.best), netNew: part(found.bestNetNew) };
}
