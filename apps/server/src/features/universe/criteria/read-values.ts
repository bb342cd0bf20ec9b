import { ident, join, type Lane, type Sql, sql, uints, type Warehouse } from '@quarry/clickhouse';
import { type FieldValue, fieldValue } from '@quarry/contracts';
import { z } from 'zod';
import { aggregateRows, collectedCompanies, emptyValue } from '#server/features/universe/block-rows/block-rows.sql.ts';
import type { BlockTable } from '#server/features/universe/block-table.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { DataPoint } from './data-point.ts';

export interface ReadOptions {
  readonly companyIds: readonly string[];
  readonly points: readonly DataPoint[];
  readonly signal?: AbortSignal;
  readonly lane?: Lane;
}

/** The values of one company by data point key; null if nothing is known. */
export type CompanyValues = Readonly<Record<string, FieldValue>>;

/** A sub-query with one row per company and a column per data point. */
interface ValueSource {
  readonly rows: Sql;
  /** The companies for which the block was collected; dynamic blocks only. */
  readonly collected?: Sql;
  readonly points: readonly { readonly point: DataPoint; readonly at: number }[];
}

const valueRow = z
  .object({
    company_id: z.string(),
    /** By source: 2 has a row, 1 was collected, 0 unknown. */
    states: z.array(z.number()),
  })
  .catchall(fieldValue);

/** Reads data points of a few companies, with each table and config once. */
export async function readDataPoints(
  warehouse: Warehouse,
  { companyIds, points, signal, lane }: ReadOptions,
): Promise<Map<string, CompanyValues>> {
  const ids = [...new Set(companyIds)];
  if (ids.length === 0) return new Map();
  const sources = sourcesOf(points, sql`company_id IN ${uints(ids)}`);
  const rows = await warehouse.rows(valuesSql(ids, sources), valueRow, {
    ...(lane !== undefined && { lane }),
    ...(signal !== undefined && { signal }),
  });
  return new Map(
    rows.map((row) => [
      row.company_id,
      Object.fromEntries(
        sources.flatMap((source, sourceAt) =>
          source.points.map(({ point, at }) => [point.key, valueOf(point, row[`value${at}`], row.states[sourceAt])]),
        ),
      ),
    ]),
  );
}

function valueOf(point: DataPoint, value: FieldValue = null, state = 0): FieldValue {
  if (point.kind === 'dynamic' && state < 2) {
    const none = state === 1 ? emptyValue(point.block, point.field) : null;
    return typeof none === 'object' ? (none === null ? null : [...none]) : (none ?? null);
  }
  if (value === '') return null;
  return point.kind === 'static' && Array.isArray(value) && value.length === 0 ? null : value;
}

function sourcesOf(points: readonly DataPoint[], where: Sql): ValueSource[] {
  const tables = new Map<BlockTable, { point: DataPoint; at: number; value: Sql }[]>();
  const configs = new Map<string, { point: DataPoint & { kind: 'dynamic' }; at: number }[]>();
  points.forEach((point, at) => {
    if (point.kind === 'static') {
      const { table } = point.block;
      tables.set(table, [...(tables.get(table) ?? []), { point, at, value: point.field.column }]);
    } else {
      const { configId } = point.config;
      configs.set(configId, [...(configs.get(configId) ?? []), { point, at }]);
    }
  });
  return [
    ...[...tables].map(([table, own]): ValueSource => {
      const columns = own.map(({ value, at }) => sql`${value} AS ${ident(`value${at}`)}`);
      return {
        points: own,
        rows: sql`SELECT ${join([sql`company_id`, ...columns])} FROM ${readTable(table)} WHERE ${where}`,
      };
    }),
    ...[...configs.values()].flatMap((own): ValueSource[] => {
      const [first] = own;
      if (first === undefined) return [];
      const fields = [...new Set(own.map(({ point }) => point.field.internalName))];
      const columns = own.map(({ point, at }) => sql`${ident(point.field.internalName)} AS ${ident(`value${at}`)}`);
      return [
        {
          points: own,
          rows: sql`SELECT ${join([sql`company_id`, ...columns])} FROM (${aggregateRows(first.point.config, fields, where)})`,
          collected: collectedCompanies(first.point.block, where),
        },
      ];
    }),
  ];
}

function valuesSql(ids: readonly string[], sources: readonly ValueSource[]): Sql {
  const joins: Sql[] = [];
  const states: Sql[] = [];
  const columns: Sql[] = [];
  sources.forEach(({ rows, collected, points }, at) => {
    const alias = ident(`source${at}`);
    joins.push(sql`GLOBAL LEFT JOIN (${rows}) AS ${alias} ON ${alias}.company_id = company.company_id`);
    const collectedAlias = ident(`collected${at}`);
    if (collected !== undefined)
      joins.push(
        sql`GLOBAL LEFT JOIN (${collected}) AS ${collectedAlias} ON ${collectedAlias}.company_id = company.company_id`,
      );
    const isCollected = collected === undefined ? sql`0` : sql`${collectedAlias}.company_id != 0`;
    states.push(sql`toUInt8(multiIf(${alias}.company_id != 0, 2, ${isCollected}, 1, 0))`);
    for (const point of points) {
      const name = ident(`value${point.at}`);
      columns.push(sql`${alias}.${name} AS ${name}`);
    }
  });
  const selected = [sql`company.company_id AS company_id`, sql`[${join(states)}] AS states`, ...columns];
  return sql`SELECT ${join(selected)} FROM (SELECT arrayJoin(${uints(ids)}) AS company_id) AS company ${join(joins, ' ')}`;
}
