import { AppError, type UnsavedCriteria } from '@quarry/contracts';
import { countRules } from '@quarry/filters';
import { configIdsOf } from '#server/features/client-configs/config-usages.ts';
import { today } from '#server/features/datasets/compile-dataset-filter.ts';
import { compileCriteria, type UniverseCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { type BlockConfigs, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';

/** Criteria that need not be saved, understood and ready to be asked. */
export interface ReadCriteria {
  readonly compiled: UniverseCriteria;
  /** The configurations that the criteria use. */
  readonly configs: BlockConfigs;
  /** The day that relative dates count from, `yyyy-mm-dd`. */
  readonly day: string;
}

/**
 * Reads criteria with the configurations that they use; others that came along are not looked at. Throws
 * VALIDATION_FAILED for criteria without any condition and for broken configurations, and INVALID_FILTER naming the
 * rules that can't be understood, also for want of their configuration.
 */
export function readUnsavedCriteria({ marketCriteria, dynamicDataBlockConfigs }: UnsavedCriteria): ReadCriteria {
  if (countRules(marketCriteria) === 0) throw new AppError('VALIDATION_FAILED', 'Please add at least one condition');
  const used = configIdsOf(marketCriteria);
  const configs = parseBlockConfigs(dynamicDataBlockConfigs.filter(({ configId }) => used.has(configId)));
  const day = today();
  return { compiled: compileCriteria(marketCriteria, { today: day, configs }), configs, day };
}
