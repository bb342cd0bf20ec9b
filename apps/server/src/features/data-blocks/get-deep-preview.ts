import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { readDeepPreview } from '#server/features/universe/block-rows/deep-preview.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import type { Verb } from '#server/platform/mount.ts';

/** The id of the config, which need not be saved. */
const UNSAVED = 'unsaved';

/**
 * Returns the rows behind a company's data point, newest first, or an empty page if there are none. Throws
 * VALIDATION_FAILED if the config is invalid or the block takes none.
 */
export const getDeepPreview: Verb<typeof contracts.getDeepPreview> = async (scope, input) => {
  const { companyId, limit, offset } = input;
  const configs = parseBlockConfigs([{ ...input.dataBlock, configId: UNSAVED, label: '' }]);
  const config = configs.get(UNSAVED);
  if (config === undefined) throw new AppError('VALIDATION_FAILED', 'The data block takes no configuration');
  return readDeepPreview(scope.warehouse, { config, companyId, limit, offset, signal: scope.request.signal });
};
