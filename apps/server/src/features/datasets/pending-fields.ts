import type { DataBlockConfig, SchemaField } from '@quarry/contracts';
import { fieldKey } from '@quarry/filters';
import type { FieldDefinition } from '#server/features/client-configs/client-config.ts';
import { findBlock } from '#server/features/universe/blocks/index.ts';
import { findDataPoint, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import { toSchemaField } from './dataset-schema.ts';
import { planColumns } from './plan-columns.ts';

/** The part of a client's config that its columns come from. */
interface Definitions {
  readonly fieldDefinitions: readonly FieldDefinition[];
  readonly dataBlockConfigs: readonly DataBlockConfig[];
}

/** The key of the data point that a definition names: `block/field` or `block/field#configId`. */
export function definitionKey({ internalName, configId }: Pick<FieldDefinition, 'internalName' | 'configId'>): string {
  return fieldKey(internalName, configId ?? undefined);
}

/**
 * The data points that the next build would make columns of and that are none in `schema`, the columns of now: they are
 * missing there, or stand under the same name for another data point. Definitions that name no data point any more are
 * left out, because nothing would come of them; whoever asks for a build is told about them.
 */
export function pendingFields(
  { fieldDefinitions, dataBlockConfigs }: Definitions,
  schema: readonly SchemaField[],
): SchemaField[] {
  const keys = new Map(schema.map(({ fieldName, ccmName }) => [fieldName, ccmName]));
  const missing = fieldDefinitions.filter(
    (definition) => keys.get(definition.externalName) !== definitionKey(definition),
  );
  if (missing.length === 0) return [];
  const wanted = new Set(missing.map(({ configId }) => configId));
  const configs = dataBlockConfigs.filter(
    (config, at) =>
      wanted.has(config.configId) &&
      dataBlockConfigs.findIndex(({ configId }) => configId === config.configId) === at &&
      isUnderstood(config),
  );
  const parsed = parseBlockConfigs(configs);
  const known = missing.filter(
    ({ internalName, configId }) => findDataPoint(internalName, configId ?? undefined, parsed) !== undefined,
  );
  return planColumns({ fieldDefinitions: known, dataBlockConfigs: configs }).columns.map(toSchemaField);
}

/** Blocks and what they can be told change with the product; a configuration may be older. */
function isUnderstood({ blockName, config }: DataBlockConfig): boolean {
  const block = findBlock(blockName);
  return block?.isParameterisedWithDynamicConfig === true && block.configSchema.safeParse(config).success;
}
