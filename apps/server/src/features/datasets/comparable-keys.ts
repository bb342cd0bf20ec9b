import { isDeepStrictEqual } from 'node:util';
import type { DataBlockConfig } from '@quarry/contracts';
import { columnsOf, meaningOf } from '#server/features/client-configs/expressions/parse.ts';
import { findBlock } from '#server/features/universe/blocks/index.ts';
import { type DefinedColumn, isExpression, type VersionSchema } from './dataset-schema.ts';

/**
 * The keys, sorted, of the data points by which two versions can be compared. A data point whose config changed is left
 * out, so that editing a config does not mark companies as updated; so are expressions, which change with the data points
 * that they read.
 */
export function comparableKeys(schema: VersionSchema, last: VersionSchema): string[] {
  const known = new Map(last.columns.map((column) => [column.key, column]));
  return schema.columns
    .filter((column) => !isExpression(column) && isSamePoint(column, known.get(column.key)))
    .map(({ key }) => key)
    .toSorted();
}

/**
 * The columns of the last version whose values a new version can keep, by their field name in the new one. The others
 * are new, or were computed under another config.
 */
export function keptColumns(schema: VersionSchema, last: VersionSchema): Map<string, DefinedColumn> {
  const comparable = new Set(comparableKeys(schema, last));
  const known = new Map(last.columns.map((column) => [column.key, column]));
  const kept = new Map(
    schema.columns.flatMap(({ fieldName, key }): [string, DefinedColumn][] => {
      const column = comparable.has(key) ? known.get(key) : undefined;
      return column === undefined ? [] : [[fieldName, column]];
    }),
  );
  const keptExpressions = schema.columns.filter(isExpression).flatMap((column): [string, DefinedColumn][] => {
    const before = known.get(column.key);
    if (before === undefined || !isExpression(before) || before.type !== column.type) return [];
    const isSame = meaningIn(schema, column) === meaningIn(last, before);
    const inputs = [...columnsOf(column.expressionSql)];
    return isSame && inputs.every((name) => kept.has(name)) ? [[column.fieldName, before]] : [];
  });
  return new Map([...kept, ...keptExpressions]);
}

function meaningIn({ columns }: VersionSchema, { expressionSql }: { readonly expressionSql: string }): string {
  return meaningOf(expressionSql, (name) => columns.find(({ fieldName }) => fieldName === name)?.key ?? name);
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
