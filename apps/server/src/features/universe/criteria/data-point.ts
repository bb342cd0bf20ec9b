import { AppError, type DataBlockConfig } from '@quarry/contracts';
import { type FieldInfo, type FieldLookup, fieldKey } from '@quarry/filters';
import type {
  BlockField,
  DynamicBlock,
  StaticBlock,
  StaticField,
} from '#server/features/universe/blocks/declaration.ts';
import { findBlock, findField } from '#server/features/universe/blocks/index.ts';

/** A configuration whose content has passed its block's schema, with the defaults filled in. */
export interface ParsedConfig {
  readonly configId: string;
  readonly label: string;
  readonly block: DynamicBlock;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Configurations by id. */
export type BlockConfigs = ReadonlyMap<string, ParsedConfig>;

/** No configurations: then only static fields are known. */
export const NO_CONFIGS: BlockConfigs = new Map();

/** A field of a block with one row per company. */
export interface StaticDataPoint {
  readonly kind: 'static';
  /** `block/field`. */
  readonly key: string;
  readonly block: StaticBlock;
  readonly field: StaticField;
}

/** A field of a dynamic block under a configuration. */
export interface DynamicDataPoint {
  readonly kind: 'dynamic';
  /** `block/field#configId`. */
  readonly key: string;
  readonly block: DynamicBlock;
  readonly field: BlockField;
  readonly config: ParsedConfig;
}

/** A field that criteria and datasets can use. */
export type DataPoint = StaticDataPoint | DynamicDataPoint;

/** Parses configurations. Throws VALIDATION_FAILED with `{problems: [{configId, path, message}]}`. */
export function parseBlockConfigs(configs: readonly DataBlockConfig[]): BlockConfigs {
  const parsed = new Map<string, ParsedConfig>();
  const problems: { configId: string; path: string; message: string }[] = [];
  for (const { configId, blockName, label, config } of configs) {
    const block = findBlock(blockName);
    if (block === undefined || !block.isParameterisedWithDynamicConfig) {
      problems.push({
        configId,
        path: 'blockName',
        message: `The data block "${blockName}" takes no configuration`,
      });
      continue;
    }
    if (parsed.has(configId)) problems.push({ configId, path: 'configId', message: 'The id is used more than once' });
    const read = block.configSchema.safeParse(config);
    if (read.success) parsed.set(configId, { configId, label, block, config: read.data });
    else
      problems.push(
        ...read.error.issues.map(({ path, message }) => ({ configId, path: ['config', ...path].join('.'), message })),
      );
  }
  const [first] = problems;
  if (first !== undefined) throw new AppError('VALIDATION_FAILED', first.message, { problems });
  return parsed;
}

/** Finds a field by `block/field` and, for dynamic blocks, the configuration beside it or behind a `#`. */
export function findDataPoint(
  name: string,
  configId: string | undefined,
  configs: BlockConfigs,
): DataPoint | undefined {
  const hash = name.indexOf('#');
  const path = hash < 0 ? name : name.slice(0, hash);
  const inName = hash < 0 ? undefined : name.slice(hash + 1);
  const found = findField(path);
  if (found === undefined) return undefined;
  const { block, field } = found;
  const wanted = configId ?? inName;
  if (!block.isParameterisedWithDynamicConfig) {
    const own = block.fields.find(({ internalName }) => internalName === field.internalName);
    return own === undefined || wanted !== undefined ? undefined : { kind: 'static', key: path, block, field: own };
  }
  const config = wanted === undefined ? undefined : configs.get(wanted);
  if (config === undefined || config.block !== block) return undefined;
  return { kind: 'dynamic', key: fieldKey(path, wanted), block, field, config };
}

/** How a field is called where its configuration matters: the configuration's label, then the field's name. */
export function dataPointName(point: DataPoint): string {
  return point.kind === 'static' ? point.field.displayName : `${point.config.label} · ${point.field.displayName}`;
}

/** The universe's fields as rules name them. */
export function universeFields(configs: BlockConfigs): FieldLookup {
  return (name, configId): FieldInfo | undefined => {
    const point = findDataPoint(name, configId, configs);
    if (point === undefined) return undefined;
    const { type, isDomain } = point.field;
    return { fieldName: point.key, displayName: dataPointName(point), type, isDomain: isDomain ?? false };
  };
}
