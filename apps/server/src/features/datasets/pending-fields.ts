import type { CustomDataField, DataBlockConfig, FieldDefinition, SchemaField } from '@quarry/contracts';
import { fieldKey } from '@quarry/filters';
import { findBlock } from '#server/features/universe/blocks/index.ts';
import { findDataPoint, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import { toSchemaField } from './dataset-schema.ts';
import { planColumns } from './plan-columns.ts';

/** The part of a client's config that its columns come from. */
interface Definitions {
  readonly fieldDefinitions: readonly FieldDefinition[];
  readonly dataBlockConfigs: readonly DataBlockConfig[];
  readonly customDataFields: readonly CustomDataField[];
}

/** The key of a definition's data point: `block/field` or `block/field#configId`. */
export function definitionKey({ internalName, configId }: Pick<FieldDefinition, 'internalName' | 'configId'>): string {
  return fieldKey(internalName, configId ?? undefined);
}

/**
 * The columns that the next build adds to the current `schema`, or fills from another data point under the same name.
 * Omits definitions whose data point no longer exists: they never become a column, and requesting a build reports them.
 */
export function pendingFields(
  { fieldDefinitions, dataBlockConfigs, customDataFields }: Definitions,
  schema: readonly SchemaField[],
): SchemaField[] {
  const keys = new Map(schema.map(({ fieldName, ccmName }) => [fieldName, ccmName]));
  const missing = fieldDefinitions.filter(
    (definition) => keys.get(definition.externalName) !== definitionKey(definition),
  );
  const expressions = new Map(schema.map(({ fieldName, customColumnDef }) => [fieldName, customColumnDef]));
  const custom = customDataFields.filter(
    ({ name, expressionSql }) => expressionSql != null && expressions.get(name)?.expressionSql !== expressionSql,
  );
  if (missing.length === 0 && custom.length === 0) return [];
  const configIds = new Set(missing.map(({ configId }) => configId));
  const configs = dataBlockConfigs.filter(
    (config, at) =>
      configIds.has(config.configId) &&
      dataBlockConfigs.findIndex(({ configId }) => configId === config.configId) === at &&
      isValidConfig(config),
  );
  const parsed = parseBlockConfigs(configs);
  const known = missing.filter(
    ({ internalName, configId }) => findDataPoint(internalName, configId ?? undefined, parsed) !== undefined,
  );
  const planned = planColumns({ fieldDefinitions: known, dataBlockConfigs: configs, customDataFields: custom });
  return planned.columns.map(toSchemaField);
}

/** A saved config can be older than the current blocks and their parameters. */
function isValidConfig({ blockName, config }: DataBlockConfig): boolean {
  const block = findBlock(blockName);
  return block?.isParameterisedWithDynamicConfig === true && block.configSchema.safeParse(config).success;
}
