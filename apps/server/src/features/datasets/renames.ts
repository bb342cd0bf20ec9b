import { type FilterGroup, type FilterNode, isGroup } from '@quarry/filters';
import type { VersionSchema } from './dataset-schema.ts';

/** The names of renamed columns, by the names that they had. */
export type Renames = ReadonlyMap<string, string>;

/**
 * The columns that a version has under another name than the last one. A name that now belongs to another data point is
 * no rename: what uses it was told that it changes.
 */
export function renamedColumns(schema: VersionSchema, last: VersionSchema | null): Renames {
  const names = new Set(schema.columns.map(({ fieldName }) => fieldName));
  const known = new Set(last?.columns.map(({ fieldName }) => fieldName));
  const added = schema.columns.filter(({ fieldName }) => !known.has(fieldName));
  return new Map(
    (last?.columns ?? []).flatMap(({ fieldName, key, isRemoved }): [string, string][] => {
      if (names.has(fieldName) || isRemoved) return [];
      const at = added.findIndex((column) => column.key === key);
      const [taken] = at < 0 ? [] : added.splice(at, 1);
      return taken === undefined ? [] : [[fieldName, taken.fieldName]];
    }),
  );
}

export function renameField(name: string, renames: Renames): string {
  return renames.get(name) ?? name;
}

/** The same fields under their names now, each once. */
export function renameFields(names: readonly string[], renames: Renames): string[] {
  return [...new Set(names.map((name) => renameField(name, renames)))];
}

/** The same rules about the columns under their names now. */
export function renameInRules<R extends { readonly field: string }>(rules: readonly R[], renames: Renames): R[] {
  return rules.map((rule) => ({ ...rule, field: renameField(rule.field, renames) }));
}

/** The same filter about the columns under their names now. */
export function renameInFilter(filter: FilterGroup, renames: Renames): FilterGroup {
  return { ...filter, rules: filter.rules.map((node): FilterNode => renameInNode(node, renames)) };
}

function renameInNode(node: FilterNode, renames: Renames): FilterNode {
  return isGroup(node) ? renameInFilter(node, renames) : { ...node, field: renameField(node.field, renames) };
}

/** The same filters and order of a segment about the columns under their names now. */
export function renameInDefinition<
  D extends { readonly filters: FilterGroup | null; readonly limitOptions: { readonly orderBy: string } | null },
>(definition: D, renames: Renames): D {
  const { filters, limitOptions } = definition;
  return {
    ...definition,
    filters: filters === null ? null : renameInFilter(filters, renames),
    limitOptions:
      limitOptions === null ? null : { ...limitOptions, orderBy: renameField(limitOptions.orderBy, renames) },
  };
}
