import { emptySql, ident, join, type Sql, sql, uint, type Warehouse } from '@quarry/clickhouse';
import { type FieldValue, fieldValue } from '@quarry/contracts';
import { z } from 'zod';
import { allOf } from '../blocks/matching.ts';
import type { ParsedConfig } from '../criteria/data-point.ts';
import { readTable } from '../universe-table.ts';
import { rowConditions } from './block-rows.sql.ts';

export interface DeepPreviewOptions {
  readonly config: ParsedConfig;
  /** An unknown company has no rows. */
  readonly companyId: string;
  readonly limit: number;
  readonly offset: number;
  readonly signal?: AbortSignal | undefined;
}

/** One page of rows, keyed by preview column, and the total number of rows. */
export interface DeepPreviewPage {
  readonly items: Record<string, FieldValue>[];
  readonly count: number;
}

/** Reads one company's rows behind a data point: the block's rows that match the config, newest first. */
export async function readDeepPreview(
  warehouse: Warehouse,
  { config, companyId, limit, offset, signal }: DeepPreviewOptions,
): Promise<DeepPreviewPage> {
  const statement = sql`${previewRows(config, companyId)} LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
  const page = await warehouse.rowsWithTotal(statement, z.record(z.string(), fieldValue), { lane: 'people', signal });
  return { items: page.rows, count: page.rowsBeforeLimit };
}

function previewRows({ block, config }: ParsedConfig, companyId: string): Sql {
  const { rowMatches, previewParts } = block.compute(config);
  const columns = block.deepPreview.map(({ name, column }) => {
    const value = column ?? previewParts?.columns[name];
    if (value === undefined) throw new TypeError(`${block.blockName} has no preview column ${name}`);
    return sql`${value} AS ${ident(`shown_${name}`)}`;
  });
  const order = block.rowDate === undefined ? emptySql : sql`${block.rowDate} DESC NULLS LAST, `;
  const condition = allOf([sql`company_id = ${uint(companyId)}`, ...rowConditions(block), rowMatches]);
  const rows = sql`${readTable(block.table)} WHERE ${condition}`;
  const parts =
    previewParts === undefined
      ? sql`SELECT ${join(columns)} FROM ${rows} ORDER BY ${order}item_id`
      : sql`SELECT ${join(columns)} FROM (SELECT *, ${previewParts.parts} AS parts FROM ${rows})
          ARRAY JOIN parts AS part, arrayEnumerate(parts) AS place
          ORDER BY ${order}item_id, place LIMIT 1 BY ${previewParts.distinctBy}`;
  const renamed = block.deepPreview.map(({ name }) => sql`${ident(`shown_${name}`)} AS ${ident(name)}`);
  return sql`SELECT ${join(renamed)} FROM (${parts})`;
}
