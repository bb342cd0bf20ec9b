import { z } from 'zod';
import { type MappedRow, TARGET_FIELDS, type TargetField } from './company-record.ts';
import { ImportError } from './import-error.ts';

/** Maps the columns of one kind of file to fields. */
export interface Mapping {
  name: string;
  read(values: ReadonlyMap<string, unknown>): MappedRow;
}

const columns = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

/** For each field its column, or several columns: the first that is not empty counts. */
const mappingFile = z.strictObject({
  /** Stored with each company. */
  source: z.string().trim().min(1).max(100).optional(),
  fields: z.partialRecord(z.enum(TARGET_FIELDS), columns),
});

const key = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

/** Maps by column name, ignoring case, blanks, `_` and `-`. */
export function columnMapping(
  name: string,
  fields: Partial<Record<TargetField, string | readonly string[]>>,
  constants: MappedRow = {},
): Mapping {
  const targets = TARGET_FIELDS.flatMap((field) => {
    const columns = fields[field];
    return columns === undefined ? [] : [{ field, keys: [columns].flat().map(key) }];
  });
  let known: { keys: readonly string[]; byKey: Map<string, string> } | undefined;
  return {
    name,
    read(values) {
      const names = [...values.keys()];
      if (known === undefined || known.keys.length !== names.length || names.some((n, at) => known?.keys[at] !== n)) {
        known = { keys: names, byKey: new Map(names.map((column) => [key(column), column])) };
      }
      const row: MappedRow = { ...constants };
      for (const { field, keys } of targets) {
        for (const column of keys) {
          const name = known.byKey.get(column);
          const value = name === undefined ? undefined : values.get(name);
          if (!isFilled(value)) continue;
          row[field] = value;
          break;
        }
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
  const parsed = mappingFile.safeParse(json);
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
