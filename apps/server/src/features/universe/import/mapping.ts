import { companyMapping, IMPORTED_FIELDS, type ImportedField } from '@quarry/contracts';
import { z } from 'zod';
import { type MappedRow } from './company-record.ts';
import { ImportError } from './import-error.ts';
import type { FileRow } from './raw-row.ts';

/** Maps the columns of one kind of file to fields. */
export interface Mapping {
  name: string;
  uses(column: string): boolean;
  /** The columns that fill each field, of those that a file has. */
  fieldsOf(columns: readonly string[]): Partial<Record<ImportedField, string[]>>;
  read(row: Pick<FileRow, 'columns' | 'values'>): MappedRow;
}

const key = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

/** Maps by column name, ignoring case, blanks, `_` and `-`. */
export function columnMapping(
  name: string,
  fields: Partial<Record<ImportedField, string | readonly string[]>>,
  constants: MappedRow = {},
): Mapping {
  const targets = IMPORTED_FIELDS.flatMap((field) => {
    const columns = fields[field];
    return columns === undefined ? [] : [{ field, keys: [columns].flat().map(key) }];
  });
  /** For each field the places of its columns, in the rows with the columns that were read last. */
  let known: { columns: readonly string[]; places: { field: ImportedField; at: number[] }[] } | undefined;
  const placesIn = (columns: readonly string[]) => {
    const byKey = new Map(columns.map((column, at) => [key(column), at]));
    return targets.flatMap(({ field, keys }) => {
      const at = keys.flatMap((column) => byKey.get(column) ?? []);
      return at.length === 0 ? [] : [{ field, at }];
    });
  };
  const used = new Set(targets.flatMap(({ keys }) => keys));
  return {
    name,
    uses: (column) => used.has(key(column)),
    fieldsOf: (columns) =>
      Object.fromEntries(
        placesIn(columns).map(({ field, at }) => [field, at.flatMap((place) => columns[place] ?? [])]),
      ),
    read({ columns, values }) {
      if (known?.columns !== columns) known = { columns, places: placesIn(columns) };
      const row: MappedRow = { ...constants };
      for (const { field, at } of known.places) {
        const filled = at.find((place) => isFilled(values[place]));
        if (filled !== undefined) row[field] = values[filled];
      }
      return row;
    },
  };
}

/**
 * Parses a custom mapping, and checks that the file has its columns.
 * @throws ImportError naming every problem.
 */
export function customMapping(json: unknown, present: readonly string[]): Mapping {
  const parsed = companyMapping.safeParse(json);
  if (!parsed.success) throw new ImportError(`The mapping cannot be used:\n${z.prettifyError(parsed.error)}`);
  const { fields, source } = parsed.data;
  const keys = new Set(present.map(key));
  const missing = Object.values(fields)
    .flat()
    .filter((column) => !keys.has(key(column)));
  if (missing.length > 0) throw new ImportError(`The file has no column ${missing.map((m) => `"${m}"`).join(', ')}.`);
  if (fields.name === undefined || (fields.domain ?? fields.website ?? fields.linked_in_url) === undefined) {
    throw new ImportError('The mapping needs a column for name, and one for domain, website or linked_in_url.');
  }
  return columnMapping('custom', fields, source === undefined ? {} : { source });
}

export function hasColumns(present: readonly string[], required: readonly string[]): boolean {
  const keys = new Set(present.map(key));
  return required.every((column) => keys.has(key(column)));
}
