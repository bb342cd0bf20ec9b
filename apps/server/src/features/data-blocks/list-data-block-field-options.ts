import type * as contracts from '@quarry/contracts';
import { AppError, dataBlockConfig } from '@quarry/contracts';
import { z } from 'zod';
import type { DynamicBlock } from '#server/features/universe/blocks/declaration.ts';
import { findField } from '#server/features/universe/blocks/index.ts';
import { type ParsedConfig, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import type { Verb } from '#server/platform/mount.ts';
import { valuesOfField, valuesUnderConfig } from './field-options.sql.ts';
import { readUniverseOptions } from './universe-options.ts';

const CONFIG_ID = 'unsaved';
/** A whole config, or only its parameters. */
const configInput = z.union([
  dataBlockConfig.pick({ blockName: true, config: true }),
  dataBlockConfig.shape.config.transform((config) => ({ blockName: null, config })),
]);

/**
 * Suggests values of a field that contain the search text, under a config if there is one. Throws NOT_FOUND, and
 * VALIDATION_FAILED if the config is invalid.
 */
export const listDataBlockFieldOptions: Verb<typeof contracts.listDataBlockFieldOptions> = async (scope, input) => {
  const [key = ''] = input.field.split('#', 1);
  const found = findField(key);
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such data point.', { field: input.field });
  const { block, field } = found;
  const search = input.search.trim();
  if (input.dataBlockConfig === undefined) {
    const fieldValues = valuesOfField(block, field.internalName);
    return { values: fieldValues === null ? [] : await readUniverseOptions(scope, key, fieldValues, search) };
  }
  const config = readConfig(block.blockName, input.dataBlockConfig);
  const fieldValues = valuesUnderConfig(config, field);
  const cacheKey = `${key} ${JSON.stringify(config.config)}`;
  return { values: fieldValues === null ? [] : await readUniverseOptions(scope, cacheKey, fieldValues, search) };
};

function readConfig(blockName: DynamicBlock['blockName'], json: string): ParsedConfig {
  const input = configInput.safeParse(parseJson(json));
  if (!input.success) throw new AppError('VALIDATION_FAILED', 'The configuration must be a JSON object');
  if (input.data.blockName !== null && input.data.blockName !== blockName) {
    throw new AppError('VALIDATION_FAILED', `The configuration does not belong to "${blockName}"`, { blockName });
  }
  const parsed = parseBlockConfigs([{ configId: CONFIG_ID, blockName, label: '', config: input.data.config }]);
  const config = parsed.get(CONFIG_ID);
  if (config === undefined) throw new Error(`The configuration of ${blockName} was not parsed`);
  return config;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new AppError('VALIDATION_FAILED', 'The configuration is not valid JSON');
  }
}
