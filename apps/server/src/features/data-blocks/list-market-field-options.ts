import type * as contracts from '@quarry/contracts';
import { AppError, findBlockConfig } from '@quarry/contracts';
import { findField } from '#server/features/universe/blocks/index.ts';
import type { Verb } from '#server/platform/mount.ts';
import { valuesOfField } from './field-options.sql.ts';
import { readUniverseOptions } from './universe-options.ts';

/**
 * Suggests values for a rule on a universe field: frequent values that contain the prefix, or the places of keywords in
 * the config. Fields that are not texts have no suggestions. Throws NOT_FOUND.
 */
export const listMarketFieldOptions: Verb<typeof contracts.listMarketFieldOptions> = async (scope, input) => {
  const { fieldName, prefix, plModelId } = input;
  if (plModelId !== undefined) {
    throw new AppError('NOT_FOUND', 'There is no such predictive label model.', { plModelId });
  }
  const [key = ''] = fieldName.split('#', 1);
  const found = findField(key);
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such data point.', { fieldName });
  const { block, field } = found;
  if (block.isParameterisedWithDynamicConfig && field.internalName === 'matched_keywords') {
    const parts = findBlockConfig(block.blockName)?.parts ?? [];
    const keywordParts = parts.filter((part) => part.kind === 'keywords' && !part.isNegative);
    const keywordOptionsPaths = keywordParts.map(({ key }) => key);
    return { source: 'dataBlockConfiguration', optionsList: [], keywordOptionsPaths };
  }
  const fieldValues = valuesOfField(block, field.internalName);
  const optionsList = fieldValues === null ? [] : await readUniverseOptions(scope, key, fieldValues, prefix.trim());
  return { source: 'optionsList', optionsList, keywordOptionsPaths: [] };
};
