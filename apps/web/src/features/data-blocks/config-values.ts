import {
  type BlockConfig,
  type ConfigValues,
  findBlockConfig,
  listOf,
  opennessFlags,
  opennessOf,
} from '@quarry/contracts';

/** A configuration with every key that its block knows and no others, so that two of them can be compared. */
export function completeConfig(blockName: string, config: ConfigValues): ConfigValues {
  const description = findBlockConfig(blockName);
  return description === undefined ? config : complete(description, config);
}

/** See `completeConfig`. */
export function complete(description: BlockConfig, config: ConfigValues): ConfigValues {
  const values = description.parts.map(
    ({ kind, key }): ConfigValues =>
      kind === 'openness' ? opennessFlags(opennessOf(config)) : { [key]: listOf(config, key) },
  );
  return Object.assign({}, ...values);
}
