import { z } from 'zod';
import { CSV_DELIMITERS } from './csv-record.ts';
import type { ImportFileResult } from './import-file.ts';

const counts = z.record(z.string(), z.number());

/** The result of an import as JSON. */
export const importSummary = z.object({
  format: z.enum(['CSV', 'JSONL', 'Parquet', 'empty']),
  dialect: z
    .object({ delimiter: z.enum(CSV_DELIMITERS), escape: z.enum(['doubled', 'backslash']).nullable() })
    .nullable(),
  mapping: z.string().nullable(),
  isDryRun: z.boolean(),
  read: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  conflicts: z.number(),
  rejections: counts,
  ignoredValues: counts,
  filledValues: counts,
  unusedColumns: z.array(z.string()),
  /** The file that lists the rejected rows; null without any. */
  rejectsPath: z.string().nullable(),
  unlistedRejects: z.number(),
  /** Why the import stopped before the end of the file. */
  failure: z.string().nullable(),
});
export type ImportSummary = z.infer<typeof importSummary>;

export function summarise(
  { report, format, dialect, mapping, unusedColumns, hasRejects, unlistedRejects, failure }: ImportFileResult,
  options: { readonly isDryRun: boolean; readonly rejectsPath: string },
): ImportSummary {
  return {
    format,
    dialect,
    mapping,
    isDryRun: options.isDryRun,
    ...report,
    unusedColumns: [...unusedColumns],
    rejectsPath: hasRejects ? options.rejectsPath : null,
    unlistedRejects,
    failure: failure?.message ?? null,
  };
}
