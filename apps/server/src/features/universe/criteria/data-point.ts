import { AppError, type DataBlockConfig } from '@quarry/contracts';
import { type FieldInfo, type FieldLookup, fieldKey, isYearField } from '@quarry/filters';
import type {
  BlockField,
  DynamicBlock,
  StaticBlock,
  StaticField,
} from '#server/features/universe/blocks/declaration.ts';
import { findBlock, findField } from '#server/features/universe/blocks/index.ts';

/** A config parsed by its block's schema, with defaults filled in. */
export interface ParsedConfig {
  readonly configId: string;
  readonly label: string;
  readonly block: DynamicBlock;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Configs by id. */
export type BlockConfigs = ReadonlyMap<string, ParsedConfig>;

/** Without configs, only static fields are known. */
export const NO_CONFIGS: BlockConfigs = new Map();

export interface StaticDataPoint {
  readonly kind: 'static';
  /** `block/field`. */
  readonly key: string;
  readonly block: StaticBlock;
  readonly field: StaticField;
}

export interface DynamicDataPoint {
  readonly kind: 'dynamic';
  /** `block/field#configId`. */
  readonly key: string;
  readonly block: DynamicBlock;
  readonly field: BlockField;
  readonly config: ParsedConfig;
}

/** A field as criteria and datasets use it: a static field, or a dynamic field under a config. */
export type DataPoint = StaticDataPoint | DynamicDataPoint;

/** @throws AppError VALIDATION_FAILED with `{problems: [{configId, path, message}]}`. */
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

/** Finds a data point by `block/field`; the config of a dynamic block is `configId` or follows a `#` in the name. */
export function findDataPoint(
  name: string,
  configId: string | undefined,
  configs: BlockConfigs,
): DataPoint | undefined {
  const hash = name.indexOf('#');
  const path = hash < 0 ? name : name.slice(0, hash);
  const found = findField(path);
  if (found === undefined) return undefined;
  const { block, field } = found;
  const id = configId ?? (hash < 0 ? undefined : name.slice(hash + 1));
  if (!block.isParameterisedWithDynamicConfig) {
    const own = block.fields.find(({ internalName }) => internalName === field.internalName);
    return own === undefined || id !== undefined ? undefined : { kind: 'static', key: path, block, field: own };
  }
  const config = id === undefined ? undefined : configs.get(id);
  if (config === undefined || config.block !== block) return undefined;
  return { kind: 'dynamic', key: fieldKey(path, id), block, field, config };
}

/** The display name, after the label of the config if there is one. */
export function dataPointName(point: DataPoint): string {
  return point.kind === 'static' ? point.field.displayName : `${point.config.label} · ${point.field.displayName}`;
}

/** Looks up data points of the universe for criteria. */
export function universeFields(configs: BlockConfigs): FieldLookup {
  return (name, configId): FieldInfo | undefined => {
    const point = findDataPoint(name, configId, configs);
    if (point === undefined) return undefined;
    const { internalName, type, isDomain = false } = point.field;
    const isYear = isYearField(internalName, type);
    return { fieldName: point.key, displayName: dataPointName(point), type, isDomain, isYear };
  };
}
