import { FIELD_TYPE_NAMES } from '@quarry/filters';
import { z } from 'zod';
import { exportPlan } from './export-plan.ts';
import { frozenTable } from './exports.sql.ts';

const frozenColumn = z.object({ header: z.string(), type: z.enum(FIELD_TYPE_NAMES) });
const rowKey = z.object({ score: z.string(), id: z.string() });

/**
 * An export's checkpoint: its frozen rows. COPY is a table of these rows, numbered in their order, as values or as
 * whole lines of CSV. SNAPSHOT is a clone of the dataset's table with the plan that finds the rows in it; `after` is
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
    kind: z.literal('SNAPSHOT'),
    table: frozenTable,
    rowCount: z.number().int(),
    plan: exportPlan,
    after: rowKey.nullable(),
  }),
]);
export type FrozenRows = z.infer<typeof frozenRows>;

export const headersOf = (frozen: FrozenRows): readonly { readonly header: string }[] =>
  frozen.kind === 'COPY' ? frozen.columns : frozen.plan.columns;
