import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { readDeepPreview } from '#server/features/universe/block-rows/deep-preview.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import type { Verb } from '#server/platform/mount.ts';

/** The configuration need not be saved, so it has no id of its own. */
const UNSAVED = 'unsaved';

/**
 * Shows the rows behind a data point of one company, newest first. A company without rows, or none of the universe, has
 * an empty page. Throws VALIDATION_FAILED for a broken configuration and for blocks that take none.
 */
export const getDeepPreview: Verb<typeof contracts.getDeepPreview> = async (scope, input) => {
  const { companyId, limit, offset } = input;
  const configs = parseBlockConfigs([{ ...input.dataBlock, configId: UNSAVED, label: '' }]);
  const config = configs.get(UNSAVED);
  if (config === undefined) throw new AppError('VALIDATION_FAILED', 'The data block takes no configuration');
  return readDeepPreview(scope.warehouse, { config, companyId, limit, offset, signal: scope.request.signal });
};
