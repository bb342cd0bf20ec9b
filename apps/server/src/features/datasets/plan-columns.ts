import type { ClientConfig, CustomDataField } from '@quarry/contracts';
import { fieldTypeOf } from '#server/features/client-configs/expressions/config-expressions.ts';
import { dataPointName, findDataPoint, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import type { DefinedColumn, VersionSchema } from './dataset-schema.ts';

/** Plans the columns of a build under this config. Throws if a definition names no data point. */
export function planColumns(
  config: Pick<ClientConfig, 'fieldDefinitions' | 'dataBlockConfigs' | 'customDataFields'>,
): VersionSchema {
  const configs = parseBlockConfigs(config.dataBlockConfigs);
  return {
    columns: [
      ...config.fieldDefinitions.map((definition): DefinedColumn => {
        const point = findDataPoint(definition.internalName, definition.configId ?? undefined, configs);
        if (point === undefined) throw new Error(`There is no data point ${definition.internalName}`);
        const { key, block, field } = point;
        const configId = point.kind === 'dynamic' ? point.config.configId : null;
        return {
          fieldName: definition.externalName,
          displayName: definition.displayName === '' ? dataPointName(point) : definition.displayName,
          description: field.publicDescription,
          type: field.type,
          isDomain: field.isDomain ?? false,
          isFoldedLower: false,
          usesWordIndex: true,
          hasDistinctItems: true,
          key,
          blockName: block.blockName,
          internalName: field.internalName,
          dynamicConfig: config.dataBlockConfigs.find((known) => known.configId === configId) ?? null,
          isRemoved: false,
        };
      }),
      ...config.customDataFields.flatMap(expressionColumn),
    ],
  };
}

/** Fields without an expression are uploaded, and are no columns of a build. */
function expressionColumn({ name, displayName, description, type, expressionSql }: CustomDataField): DefinedColumn[] {
  if (expressionSql == null) return [];
  return [
    {
      fieldName: name,
      displayName: displayName === '' ? name : displayName,
      description,
      type: fieldTypeOf(type),
      isDomain: false,
      isFoldedLower: false,
      usesWordIndex: true,
      hasDistinctItems: true,
      key: `custom/${name}`,
      blockName: 'custom',
      internalName: name,
      dynamicConfig: null,
      isRemoved: false,
      expressionSql,
    },
  ];
}
