import { FIELD_TYPE_NAMES } from '@quarry/filters';
import { z } from 'zod';
import { type ExportSection, exportSection } from './export.ts';
import { exportPlan } from './export-plan.ts';
import { frozenTable } from './exports.sql.ts';

const frozenColumn = z.object({ header: z.string(), type: z.enum(FIELD_TYPE_NAMES) });
const rowKey = z.object({ score: z.string(), id: z.string() });

/**
 * An export's checkpoint: its frozen rows. COPY is a table of these rows, numbered in their order, as values or as
 * whole lines of CSV; SECTIONS are whole lines with the columns of one section after the other. SNAPSHOT is a clone of the dataset's table with the plan that finds the rows in it; `after` is
 * the last written row.
 */
export const frozenRows = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('COPY'),
    table: frozenTable,
    rowCount: z.number().int(),
    columns: z.array(frozenColumn),
    isLines: z.boolean(),
  }),
  z.object({
    kind: z.literal('SECTIONS'),
    table: frozenTable,
    rowCount: z.number().int(),
    sections: z.array(
      z.object({
        name: exportSection.nullable(),
        rowCount: z.number().int(),
        columns: z.array(z.object({ header: z.string() })),
      }),
    ),
  }),
  z.object({
    kind: z.literal('SNAPSHOT'),
    table: frozenTable,
    rowCount: z.number().int(),
    plan: exportPlan,
    after: rowKey.nullable(),
  }),
]);
export type FrozenRows = z.infer<typeof frozenRows>;

/** The part of the rows that have the same columns. */
export interface FrozenSection {
  readonly name: ExportSection | null;
  readonly columns: readonly { readonly header: string }[];
  /** The number of the row after its last one. */
  readonly end: number;
}

/** The section of row number `at`, counted from 0. */
export function sectionAt(frozen: FrozenRows, at: number): FrozenSection {
  if (frozen.kind !== 'SECTIONS') {
    const columns = frozen.kind === 'COPY' ? frozen.columns : frozen.plan.columns;
    return { name: null, columns, end: frozen.rowCount };
  }
  let end = 0;
  for (const { name, columns, rowCount } of frozen.sections) {
    end += rowCount;
    if (at < end || end === frozen.rowCount) return { name, columns, end };
  }
  throw new Error(`The export has no row number ${at}`);
}
