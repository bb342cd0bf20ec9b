import { isDeepStrictEqual } from 'node:util';
import type { DataBlockConfig } from '@quarry/contracts';
import type { DefinedColumn, VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import { findBlock } from '#server/features/universe/blocks/index.ts';

/**
 * Data points by which two versions can be compared: those that both have, in one order. Under another config a data
 * point is another one, so that editing a config makes no company look updated.
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

/** What a config says, with its defaults; its label is only a name. */
function contentOf({ blockName, config }: DataBlockConfig): unknown {
  const block = findBlock(blockName);
  if (block === undefined || !block.isParameterisedWithDynamicConfig) return config;
  const parsed = block.configSchema.safeParse(config);
  return parsed.success ? parsed.data : config;
}
