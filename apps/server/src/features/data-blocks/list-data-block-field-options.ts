import type * as contracts from '@quarry/contracts';
import { AppError, dataBlockConfig } from '@quarry/contracts';
import { z } from 'zod';
import type { DynamicBlock } from '#server/features/universe/blocks/declaration.ts';
import { findField } from '#server/features/universe/blocks/index.ts';
import { type ParsedConfig, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import type { Verb } from '#server/platform/mount.ts';
import { valuesOfField, valuesUnderConfig } from './field-options.sql.ts';
import { readUniverseOptions } from './universe-options.ts';

const CONFIG_ID = 'asked';
/** A whole configuration, or only what it says. */
const askedConfig = z.union([
  dataBlockConfig.pick({ blockName: true, config: true }),
  dataBlockConfig.shape.config.transform((config) => ({ blockName: null, config })),
]);

/**
 * Suggests values of a data block's field that contain the typed text, under a configuration where one is given. Throws
 * NOT_FOUND for an unknown field and VALIDATION_FAILED for a configuration that is not valid.
 */
export const listDataBlockFieldOptions: Verb<typeof contracts.listDataBlockFieldOptions> = async (scope, input) => {
  const [key = ''] = input.field.split('#', 1);
  const found = findField(key);
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such data point.', { field: input.field });
  const { block, field } = found;
  const typed = input.search.trim();
  if (input.dataBlockConfig === undefined) {
    const source = valuesOfField(block, field.internalName);
    return { values: source === null ? [] : await readUniverseOptions(scope, key, source, typed) };
  }
  const config = readConfig(block.blockName, input.dataBlockConfig);
  const source = valuesUnderConfig(config, field);
  const keptAs = `${key} ${JSON.stringify(config.config)}`;
  return { values: source === null ? [] : await readUniverseOptions(scope, keptAs, source, typed) };
};

function readConfig(blockName: DynamicBlock['blockName'], json: string): ParsedConfig {
  const asked = askedConfig.safeParse(parseJson(json));
  if (!asked.success) throw new AppError('VALIDATION_FAILED', 'The configuration is no JSON object');
  if (asked.data.blockName !== null && asked.data.blockName !== blockName) {
    throw new AppError('VALIDATION_FAILED', `The configuration is not of "${blockName}"`, { blockName });
  }
  const parsed = parseBlockConfigs([{ configId: CONFIG_ID, blockName, label: '', config: asked.data.config }]);
  const config = parsed.get(CONFIG_ID);
  if (config === undefined) throw new Error(`The configuration of ${blockName} was parsed to nothing`);
  return config;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new AppError('VALIDATION_FAILED', 'The configuration is no valid JSON');
  }
}
