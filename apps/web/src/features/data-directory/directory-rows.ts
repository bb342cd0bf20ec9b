import type { DataBlockDefinition, SchemaField } from '@quarry/contracts';
import type { TableSort } from '../../ui/table/types.ts';
import type { Coverage } from './coverage.ts';
import { type FieldSource, sourceOf, sourceText } from './field-source.ts';

export interface DirectoryRow {
  /** Unique in its table. */
  readonly key: string;
  readonly field: SchemaField;
  readonly source: FieldSource;
  /** Null if unknown. */
  readonly coverage: Coverage | null;
  /** The data point is defined but not in the dataset yet. */
  readonly isPending: boolean;
}

interface DirectoryData {
  readonly schema: readonly SchemaField[];
  readonly pending: readonly SchemaField[];
  readonly blocks: readonly DataBlockDefinition[];
  readonly coverage: ReadonlyMap<string, Coverage>;
}

/** The visible data points: pending ones first, then the columns in schema order. */
export function directoryRows({ schema, pending, blocks, coverage }: DirectoryData): DirectoryRow[] {
  const row = (field: SchemaField, isPending: boolean): DirectoryRow => ({
    key: isPending ? `pending ${field.fieldName}` : field.fieldName,
    field,
    source: sourceOf(field, blocks),
    coverage: isPending ? null : (coverage.get(field.fieldName) ?? null),
    isPending,
  });
  const isVisible = (field: SchemaField) => !field.isHiddenFromUser;
  return [
    ...pending.filter(isVisible).map((field) => row(field, true)),
    ...schema.filter(isVisible).map((field) => row(field, false)),
  ];
}

/** The rows that contain every word of the search, ignoring case; all rows for an empty search. */
export function findRows(rows: readonly DirectoryRow[], search: string): readonly DirectoryRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ field, source }) => {
    const { displayName, fieldName, description, type } = field;
    const text = [displayName, fieldName, description, type, sourceText(source)].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Sorts rows; pending ones stay first, and unknown coverage comes last in either direction. */
export function sortRows(rows: readonly DirectoryRow[], sort: TableSort | null): readonly DirectoryRow[] {
  if (sort === null) return rows;
  const sign = sort.direction === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => {
    if (one.isPending !== other.isPending) return one.isPending ? -1 : 1;
    if (sort.columnId !== 'coverage') return sign * compare(textOf(one, sort.columnId), textOf(other, sort.columnId));
    if (one.coverage === null || other.coverage === null) {
      return Number(one.coverage === null) - Number(other.coverage === null);
    }
    return sign * (one.coverage.filled - other.coverage.filled);
  });
}

function textOf({ field, source }: DirectoryRow, columnId: string): string {
  if (columnId === 'fieldName') return field.fieldName;
  if (columnId === 'type') return field.type;
  return columnId === 'source' ? sourceText(source) : field.displayName;
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { sensitivity: 'base', numeric: true });
}
