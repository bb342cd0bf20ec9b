import type { Mapping } from './mapping.ts';

/** Keys of JSON rows can be without end. */
const MAX_NAMES = 500;

/** Collects the columns of a file that its mapping does not use. */
export interface UnusedColumns {
  add(columns: readonly string[], mapping: Mapping): void;
  /** In the order of the file; grows. */
  readonly names: readonly string[];
}

export function unusedColumns(): UnusedColumns {
  const names: string[] = [];
  let known: readonly string[] | undefined;
  return {
    add(columns, mapping) {
      if (columns === known) return;
      known = columns;
      for (const column of columns) {
        if (names.length < MAX_NAMES && !mapping.uses(column) && !names.includes(column)) names.push(column);
      }
    },
    names,
  };
}
