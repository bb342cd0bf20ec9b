import { type Choice, type ConfigurableDataBlock, type DataBlockConfig, findBlockConfig } from '@quarry/contracts';
import { COUNTRY_NAMES, type FieldLookup, type FilterRule, fieldKey } from '@quarry/filters';
import type { FilterField } from '../../ui/filter-builder/filter-field.ts';

/** A field inside its data block. */
export type BlockField = ConfigurableDataBlock['fields'][number];

/** A field with the block that it comes from. */
export interface BlockDataPoint {
  /** `block/field`. */
  readonly key: string;
  readonly block: ConfigurableDataBlock;
  readonly field: BlockField;
}

/** Every data point of the universe, findable as rules name them. */
export interface DataPointIndex {
  /** All of them, block by block. */
  readonly all: readonly BlockDataPoint[];
  /** By `block/field`. */
  readonly find: (key: string) => BlockDataPoint | undefined;
  readonly findConfig: (configId: string) => DataBlockConfig | undefined;
  /** As the filter builder takes them; undefined for unknown ones and where the configuration is missing or unfit. */
  readonly findField: (key: string, configId?: string) => FilterField | undefined;
  /** As validation and plain language take them. */
  readonly fields: FieldLookup;
}

/** Makes data points findable: static ones by `block/field`, dynamic ones with a configuration of their block. */
export function indexDataPoints(
  blocks: readonly ConfigurableDataBlock[],
  configs: readonly DataBlockConfig[],
): DataPointIndex {
  const all = blocks.flatMap((block) =>
    block.fields.map((field) => ({ key: `${block.blockName}/${field.internalName}`, block, field })),
  );
  const byKey = new Map(all.map((point) => [point.key, point]));
  const byId = new Map(configs.map((config) => [config.configId, config]));
  const found = new Map<string, FilterField>();
  for (const point of all) {
    if (!point.block.isParameterisedWithDynamicConfig) found.set(point.key, toFilterField(point));
  }
  for (const config of configs) {
    for (const point of all) {
      const { block } = point;
      if (block.blockName !== config.blockName || !block.isParameterisedWithDynamicConfig) continue;
      found.set(fieldKey(point.key, config.configId), toFilterField(point, config));
    }
  }
  const findField = (key: string, configId?: string) => found.get(fieldKey(key, configId));
  return {
    all,
    find: (key) => byKey.get(key),
    findConfig: (configId) => byId.get(configId),
    findField,
    fields: findField,
  };
}

/** The closed list that a field's values come from: the choices of the configuration's part of that name. */
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
    ...(choices && { nameValue: (value) => choices.find((choice) => choice.value === value)?.label ?? value }),
  };
}

/** Names the values of rules for people: countries and seniorities instead of what is stored. */
export function nameRuleValue(points: DataPointIndex): (rule: FilterRule, value: string) => string | undefined {
  return (rule, value) => {
    const field = points.findField(rule.field, rule.configId);
    return field?.isCountry === true ? COUNTRY_NAMES[value.toUpperCase()] : field?.nameValue?.(value);
  };
}
