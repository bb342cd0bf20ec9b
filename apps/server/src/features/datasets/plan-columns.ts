import type { ClientConfig } from '#server/features/client-configs/client-config.ts';
import { dataPointName, findDataPoint, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import type { VersionSchema } from './dataset-schema.ts';

/** Plans the columns of a build under this config. Throws if a definition names no data point. */
export function planColumns(config: Pick<ClientConfig, 'fieldDefinitions' | 'dataBlockConfigs'>): VersionSchema {
  const configs = parseBlockConfigs(config.dataBlockConfigs);
  return {
    columns: config.fieldDefinitions.map((definition) => {
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
  };
}
