import { z } from 'zod';
import type { RowsWithTotal } from './warehouse.ts';

/**
 * Parses an answer in JSONEachRow.
 * @throws ZodError if a row doesn't match the schema.
 */
export function parseLines<T>(body: string, row: z.ZodType<T>): T[] {
  const rows: T[] = [];
  for (const line of body.split('\n')) {
    if (line !== '') rows.push(row.parse(JSON.parse(line)));
  }
  return rows;
}

const answer = z.object({ data: z.array(z.unknown()), rows_before_limit_at_least: z.coerce.number().optional() });

/**
 * Parses an answer in JSON with its row count before LIMIT. Without a LIMIT the engine sends no such count, so the
 * number of rows is used.
 * @throws ZodError if a row doesn't match the schema.
 */
export function parseAnswer<T>(body: string, row: z.ZodType<T>): RowsWithTotal<T> {
  const { data, rows_before_limit_at_least: before } = answer.parse(JSON.parse(body));
  return { rows: data.map((item) => row.parse(item)), rowsBeforeLimit: before ?? data.length };
}
