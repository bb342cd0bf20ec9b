import { ident, inSubquery, join, type Sql, sql } from '@quarry/clickhouse';
import type { DefinedColumn, VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import { type datasetTables, foldedName, hasFoldedColumn, isStored } from '#server/features/datasets/table.ts';
import { type IdRange, inRange } from '#server/features/universe/id-ranges.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { companyValues, sourcedColumns, storedValue } from './data-point-rows.sql.ts';
import {
  contentHash,
  expressionValues,
  hashed,
  insertRows,
  joinBlocks,
  ownTargets,
  score,
  scoreParts,
  type Target,
  type ValuedColumn,
} from './wide-rows.sql.ts';

type Tables = ReturnType<typeof datasetTables>;

/** The columns that a company has whatever its data points are. */
const HISTORY = [
  '__company_id',
  '__domain',
  '__linked_in_id',
  '__added_at',
  '__updated_at',
  '__sources',
  '__search',
] as const;

export interface Keeping {
  readonly schema: VersionSchema;
  /** The columns of the last version with the values of the new ones, by field name in the new version. */
  readonly kept: ReadonlyMap<string, DefinedColumn>;
  readonly startedAt: Date;
  readonly readsWholeRange: boolean;
}

/**
 * Writes the rows of one range's companies again: the last version's values and history, with the values of its other
 * columns computed. A company that left the universe since keeps its row, without these.
 */
export function keepRange(tables: Tables, last: Tables, range: IdRange, keeping: Keeping): Sql {
  const { schema, kept, startedAt } = keeping;
  const computed = sourcedColumns({ columns: schema.columns.filter(({ fieldName }) => !kept.has(fieldName)) });
  const computedAlias = new Map(computed.map(({ fieldName, alias }) => [fieldName, alias]));
  const lastRows = sql`${ident(last.database, last.dataset)} WHERE ${inRange(sql`__company_id`, range)}`;
  const ids = inRange(sql`company_id`, range);
  const filter = keeping.readsWholeRange
    ? ids
    : sql`${ids} AND ${inSubquery(sql`company_id`, sql`SELECT __company_id FROM ${lastRows}`)}`;
  const companies = sql`SELECT ${join([sql`company_id`, ...scoreParts(startedAt), ...companyValues(computed)])}
    FROM ${readTable('companies')} WHERE ${filter}`;
  const keptValues: Sql[] = [];
  const columns = schema.columns.map((column, at): ValuedColumn => {
    const before = kept.get(column.fieldName);
    if (before === undefined) return { ...column, alias: computedAlias.get(column.fieldName) ?? sql`NULL` };
    // Two underscores, which no column of a client has, so that none can shadow it.
    const [alias, foldedAlias] = [sql`${ident(`__kept${at}`)}`, sql`${ident(`__folded${at}`)}`];
    keptValues.push(
      sql`${storedValue(before.type, ident(isStored(before) ? before.fieldName : '__domain'))} AS ${alias}`,
    );
    if (!isStored(before) || !hasFoldedColumn(before)) return { ...column, alias };
    keptValues.push(sql`${ident(foldedName(before.fieldName))} AS ${foldedAlias}`);
    return { ...column, alias, foldedAlias };
  });
  const history = HISTORY.map((name) => sql`${ident(name)}`);
  const targets: readonly Target[] = [
    ...HISTORY.map((name): Target => [name, sql`${ident(name)}`]),
    ['__quality_score', sql`if(company.company_id = 0, __last_score, ${score(columns)})`],
    ['__content_hash', contentHash(hashed(columns).map(({ alias }) => alias))],
    ...ownTargets(columns),
  ];
  return insertRows(
    tables,
    targets,
    sql`(SELECT ${join([...history, sql`__quality_score AS __last_score`, ...keptValues])} FROM ${lastRows}) AS kept
    GLOBAL LEFT JOIN (${companies}) AS company ON company.company_id = kept.__company_id
    ${joinBlocks(computed, filter, sql`kept.__company_id`)}`,
    expressionValues(computed, columns, startedAt),
  );
}
