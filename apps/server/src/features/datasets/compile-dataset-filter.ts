import type { Sql } from '@quarry/clickhouse';
import type { FilterGroup } from '@quarry/filters';
import { compileFilter } from '@quarry/filters/compile';
import { compileSum, type WeightedRule } from '@quarry/filters/compile-sum';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import type { Dataset } from './dataset.ts';

/** Today in UTC as `yyyy-mm-dd`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * Compiles a client's filter over its dataset; relative dates count from `day`.
 * Throws INVALID_FILTER with the id of every invalid rule.
 */
export function compileDatasetFilter(
  dataset: Pick<Dataset, 'columns'>,
  filter: FilterGroup | null,
  day: string = today(),
): Sql {
  return compileFilter(filter, (field) => dataset.columns.get(field), optionsOn(day));
}

/** Compiles the sum of the weights of the rules that a company meets. Throws INVALID_FILTER like a filter. */
export function compileDatasetSum(dataset: Pick<Dataset, 'columns'>, rules: readonly WeightedRule[]): Sql {
  return compileSum(rules, (field) => dataset.columns.get(field), optionsOn(today()));
}

const optionsOn = (day: string) => ({
  today: day,
  normaliseDomain: (entered: string) => normaliseDomain(entered)?.host ?? null,
});
