import { renderInline, type Sql } from '@quarry/clickhouse';
import { FIELD_TYPE_NAMES } from '@quarry/filters';
import { z } from 'zod';

const keptTable = z.object({ database: z.string(), name: z.string() });
const keptColumn = z.object({ header: z.string(), type: z.enum(FIELD_TYPE_NAMES) });
const rowKey = z.object({ score: z.string(), id: z.string() });

/**
 * What an attempt leaves to the next: the rows of an export, which nothing changes any more. COPY are the rows alone,
 * numbered in their order, as values or as whole lines of CSV. SNAPSHOT is the dataset's table as it was, with what
 * finds the rows in it; `after` is the last row that is written.
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
    columns: z.array(keptColumn.extend({ value: z.string() })),
    where: z.string(),
    after: rowKey.nullable(),
  }),
]);
/** What an attempt leaves to the next. */
export type KeptRows = z.infer<typeof keptRows>;

/** A piece of a statement as it can be noted. The day that it counts from is in it. */
export const noteSql = (piece: Sql): string => renderInline(piece);

/** A piece of a statement that was noted. */
export const notedSql = (noted: string): Sql => ({ kind: 'sql', texts: [noted], slots: [] });
