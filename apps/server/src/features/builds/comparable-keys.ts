import { isDeepStrictEqual } from 'node:util';
import type { DataBlockConfig } from '@quarry/contracts';
import type { DefinedColumn, VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import { findBlock } from '#server/features/universe/blocks/index.ts';

/**
 * The keys, sorted, of the data points by which two versions can be compared. A data point whose config changed is left
 * out, so that editing a config does not mark companies as updated.
 */
export function comparableKeys(schema: VersionSchema, last: VersionSchema): string[] {
  const known = new Map(last.columns.map((column) => [column.key, column]));
  return schema.columns
    .filter((column) => isSamePoint(column, known.get(column.key)))
    .map(({ key }) => key)
    .toSorted();
}

function isSamePoint(column: DefinedColumn, last: DefinedColumn | undefined): boolean {
  if (last === undefined || last.type !== column.type) return false;
  const [own, before] = [column.dynamicConfig, last.dynamicConfig];
  if (own === null || before === null) return own === before;
  return own.blockName === before.blockName && isDeepStrictEqual(contentOf(own), contentOf(before));
}

/** A config with its defaults, without its label. */
function contentOf({ blockName, config }: DataBlockConfig): unknown {
  const block = findBlock(blockName);
  if (block === undefined || !block.isParameterisedWithDynamicConfig) return config;
  const parsed = block.configSchema.safeParse(config);
  return parsed.success ? parsed.data : config;
}
