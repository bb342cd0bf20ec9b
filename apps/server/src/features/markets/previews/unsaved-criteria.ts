import { AppError, type UnsavedCriteria } from '@quarry/contracts';
import { countRules } from '@quarry/filters';
import { configIdsOf } from '#server/features/client-configs/config-usages.ts';
import { today } from '#server/features/datasets/compile-dataset-filter.ts';
import { compileCriteria, type UniverseCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { type BlockConfigs, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';

/** Criteria that may not be saved, parsed and compiled. */
export interface ParsedCriteria {
  readonly compiled: UniverseCriteria;
  /** The configs that the criteria use. */
  readonly configs: BlockConfigs;
  /** The day that relative dates count from, `yyyy-mm-dd`. */
  readonly day: string;
}

/**
 * Parses criteria with the configs that they use and ignores other configs. Throws VALIDATION_FAILED for criteria
 * without conditions and for invalid configs, and INVALID_FILTER with the invalid rules, such as those without their
 * config. `staff` accepts the operators that only staff use.
 */
export function parseUnsavedCriteria(
  { marketCriteria, dynamicDataBlockConfigs }: UnsavedCriteria,
  options: { readonly staff?: boolean } = {},
): ParsedCriteria {
  if (countRules(marketCriteria) === 0) throw new AppError('VALIDATION_FAILED', 'Please add at least one condition');
  const used = configIdsOf(marketCriteria);
  const configs = parseBlockConfigs(dynamicDataBlockConfigs.filter(({ configId }) => used.has(configId)));
  const day = today();
  return { compiled: compileCriteria(marketCriteria, { today: day, configs, ...options }), configs, day };
}
