import type { ClientConfig } from '#server/features/client-configs/client-config.ts';
import { dataPointKey } from '#server/features/client-configs/client-config.ts';
import { findStaticField } from '#server/features/client-configs/universe-criteria.ts';
import type { VersionSchema } from './dataset-schema.ts';

/** The columns that a build under this config makes. Throws when a definition names no data point. */
export function planColumns(config: Pick<ClientConfig, 'fieldDefinitions'>): VersionSchema {
  return {
    columns: config.fieldDefinitions.map((definition) => {
      const found = findStaticField(definition.internalName);
      if (found === undefined) throw new Error(`There is no data point ${definition.internalName}`);
      const { block, field } = found;
      return {
        fieldName: definition.externalName,
        displayName: definition.displayName === '' ? field.displayName : definition.displayName,
        description: field.publicDescription,
        type: field.type,
        isDomain: field.isDomain ?? false,
        isFoldedLower: false,
        key: dataPointKey(definition),
        blockName: block.blockName,
        internalName: field.internalName,
        dynamicConfig: null,
      };
    }),
  };
}
