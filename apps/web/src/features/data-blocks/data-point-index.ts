import { type Choice, type ConfigurableDataBlock, type DataBlockConfig, findBlockConfig } from '@quarry/contracts';
import { COUNTRY_NAMES, type FilterRule, fieldKey, isYearField } from '@quarry/filters';
import type { FilterField } from '../../ui/filter-builder/filter-field.ts';

export type BlockField = ConfigurableDataBlock['fields'][number];

/** A field with its block. */
export interface BlockDataPoint {
  /** `block/field`. */
  readonly key: string;
  readonly block: ConfigurableDataBlock;
  readonly field: BlockField;
}

/** The data points of the universe, looked up by the keys that rules use. */
export interface DataPointIndex {
  /** In block order. */
  readonly all: readonly BlockDataPoint[];
  /** By `block/field`. */
  readonly find: (key: string) => BlockDataPoint | undefined;
  readonly findConfig: (configId: string) => DataBlockConfig | undefined;
  /** Undefined if the data point is unknown, or its configuration is missing or belongs to another block. */
  readonly findField: (key: string, configId?: string) => FilterField | undefined;
}

/** Indexes static data points by `block/field`, and dynamic ones under each configuration of their block. */
export function indexDataPoints(
  blocks: readonly ConfigurableDataBlock[],
  configs: readonly DataBlockConfig[],
): DataPointIndex {
  const all = blocks.flatMap((block) =>
    block.fields.map((field) => ({ key: `${block.blockName}/${field.internalName}`, block, field })),
  );
  const pointsByKey = new Map(all.map((point) => [point.key, point]));
  const configsById = new Map(configs.map((config) => [config.configId, config]));
  const fields = new Map<string, FilterField>();
  for (const point of all) {
    if (!point.block.isParameterisedWithDynamicConfig) fields.set(point.key, toFilterField(point));
  }
  for (const config of configs) {
    for (const point of all) {
      const { block } = point;
      if (block.blockName !== config.blockName || !block.isParameterisedWithDynamicConfig) continue;
      fields.set(fieldKey(point.key, config.configId), toFilterField(point, config));
    }
  }
  return {
    all,
    find: (key) => pointsByKey.get(key),
    findConfig: (configId) => configsById.get(configId),
    findField: (key, configId) => fields.get(fieldKey(key, configId)),
  };
}

/** A field's closed list of values: the choices of the configuration part with the same name. */
export function fieldChoices(key: string): readonly Choice[] | undefined {
  const [blockName = '', internalName] = key.split('/');
  const part = findBlockConfig(blockName)?.parts.find((candidate) => candidate.key === internalName);
  return part?.kind === 'choices' ? part.choices : undefined;
}

const COUNTRY_FIELD = /(?:^|_)(?:country|countries)$/;

function toFilterField({ key, block, field }: BlockDataPoint, config?: DataBlockConfig): FilterField {
  const choices = fieldChoices(key);
  return {
    fieldName: fieldKey(key, config?.configId),
    displayName: config ? `${config.label} · ${field.displayName}` : field.displayName,
    type: field.type,
    description: field.description,
    group: block.displayName,
    isCountry: COUNTRY_FIELD.test(field.internalName),
    isYear: isYearField(field.internalName, field.type),
    ...(choices && { nameValue: (value) => choices.find((choice) => choice.value === value)?.label ?? value }),
  };
}

/** Names the countries and seniorities in a rule's values. */
export function nameRuleValue(points: DataPointIndex): (rule: FilterRule, value: string) => string | undefined {
  return (rule, value) => {
    const field = points.findField(rule.field, rule.configId);
    return field?.isCountry === true ? COUNTRY_NAMES[value.toUpperCase()] : field?.nameValue?.(value);
  };
}
