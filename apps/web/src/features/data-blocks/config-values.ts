import {
  type BlockConfig,
  type ConfigValues,
  findBlockConfig,
  listOf,
  opennessFlags,
  opennessOf,
} from '@quarry/contracts';

/** Fills in missing keys and drops unknown ones, so that configurations can be compared. */
export function completeConfig(blockName: string, config: ConfigValues): ConfigValues {
  const description = findBlockConfig(blockName);
  return description === undefined ? config : completeValues(description, config);
}

export function completeValues(description: BlockConfig, config: ConfigValues): ConfigValues {
  const values = description.parts.map(
    ({ kind, key }): ConfigValues =>
      kind === 'openness' ? opennessFlags(opennessOf(config)) : { [key]: listOf(config, key) },
  );
  return Object.assign({}, ...values);
}
