import { FIELD_TYPE_NAMES } from '@quarry/filters';
import { z } from 'zod';
import { exportPlan } from './export-plan.ts';

const keptTable = z.object({ database: z.string(), name: z.string() });
const keptColumn = z.object({ header: z.string(), type: z.enum(FIELD_TYPE_NAMES) });
const rowKey = z.object({ score: z.string(), id: z.string() });

/**
 * An export's checkpoint: its rows, which nothing changes any more. COPY is a table of these rows alone, numbered in
 * their order, as values or as whole lines of CSV. SNAPSHOT is the dataset's table as it was, with the plan that finds
 * the rows in it; `after` is the last row that is written.
 */
export const keptRows = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('COPY'),
    table: keptTable,
    rowCount: z.number().int(),
    columns: z.array(keptColumn),
    isLines: z.boolean(),
  }),
  z.object({
    kind: z.literal('SNAPSHOT'),
    table: keptTable,
    rowCount: z.number().int(),
    plan: exportPlan,
    after: rowKey.nullable(),
  }),
]);
/** An export's checkpoint. */
export type KeptRows = z.infer<typeof keptRows>;

/** The columns of the file. */
export const headersOf = (kept: KeptRows): readonly { readonly header: string }[] =>
  kept.kind === 'COPY' ? kept.columns : kept.plan.columns;
