import { ident, inSubquery, instant, join, type Slot, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { foldSql } from '@quarry/filters/compile';
import type { VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import { CALIBRATION } from '#server/features/datasets/sources.ts';
import {
  BEST_FIRST,
  datasetTables,
  foldedName,
  HEAD_COMPANIES,
  hasFoldedColumn,
  isStored,
} from '#server/features/datasets/table.ts';
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
} from './wide-rows.sql.ts';

type Tables = ReturnType<typeof datasetTables>;

/** The hash by which an existing version's rows are compared, over the data points that both versions have. */
export function storedHash(last: VersionSchema, keys: readonly string[]): Sql {
  const all = hashed(last.columns);
  if (keys.length === all.length) return sql`__content_hash`;
  const columns = all.filter(({ key }) => keys.includes(key));
  return contentHash(
    columns.map((column) => storedValue(column.type, sql`${ident(isStored(column) ? column.fieldName : '__domain')}`)),
  );
}

export interface Filling {
  readonly schema: VersionSchema;
  /** Keys of the data points that the last version shares; null at the first build. */
  readonly comparable: readonly string[] | null;
  readonly startedAt: Date;
  /** Reads all companies of a range: so many are members that picking them out first costs more. */
  readonly readsWholeRange: boolean;
}

/** Writes the rows of one range's members: their data points, derived columns and history. */
export function fillRange(tables: Tables, range: IdRange, filling: Filling): Sql {
  const { schema, comparable, startedAt } = filling;
  const columns = sourcedColumns(schema);
  const ids = inRange(sql`company_id`, range);
  const members = sql`SELECT company_id, added_at, updated_at, sources, content_hash
    FROM ${ident(tables.database, tables.members)}
    WHERE ${ids} AND NOT is_hidden`;
  const filter = filling.readsWholeRange
    ? ids
    : sql`${ids} AND ${inSubquery(sql`company_id`, sql`SELECT company_id FROM (${members})`)}`;
  const companies = sql`SELECT ${join([
    sql`company_id`,
    sql`name AS own_name`,
    sql`domain AS own_domain`,
    sql`linked_in_id AS own_linked_in_id`,
    ...scoreParts(startedAt),
    ...companyValues(columns),
  ])} FROM ${readTable('companies')} WHERE ${filter}`;
  const all = hashed(columns);
  const hash = contentHash(all.map(({ alias }) => alias));
  const isSame = comparable === null || comparable.length === all.length;
  const compared = isSame
    ? hash
    : contentHash(all.filter(({ key }) => comparable.includes(key)).map(({ alias }) => alias));
  const targets: readonly Target[] = [
    ['__company_id', sql`member.company_id`],
    ['__domain', sql`own_domain`],
    ['__linked_in_id', sql`own_linked_in_id`],
    ['__quality_score', score(columns)],
    ['__added_at', sql`member.added_at`],
    [
      '__updated_at',
      sql`if(
        member.content_hash = 0 OR member.content_hash = ${compared},
        member.updated_at,
        toDateTime(${instant(startedAt)}, 'UTC'))`,
    ],
    ['__sources', sql`arrayFilter(source -> source != ${text(CALIBRATION)}, member.sources)`],
    ['__search', sql`concat(lowerUTF8(own_name), ' ', own_domain)`],
    ['__content_hash', hash],
    ...ownTargets(columns),
  ];
  return insertRows(
    tables,
    targets,
    sql`(${members}) AS member
    GLOBAL INNER JOIN (${companies}) AS company ON company.company_id = member.company_id
    ${joinBlocks(columns, filter, sql`member.company_id`)}`,
    expressionValues(columns, columns, startedAt),
  );
}

/** The last id of the next range: the `size`-th visible member from `from` on; no row if fewer are left. */
export function endOfRange(tables: Tables, from: bigint, size: number): Sql {
  return sql`SELECT toString(company_id) AS id
    FROM ${ident(tables.database, tables.members)}
    WHERE NOT is_hidden AND company_id >= ${uint(from)}
    ORDER BY company_id
    LIMIT 1 OFFSET ${uint(size - 1)}`;
}

export function countVisible(tables: Tables): Sql {
  return sql`SELECT toUInt32(count()) AS companies
    FROM ${ident(tables.database, tables.members)}
    WHERE NOT is_hidden`;
}

/** Both counts must equal the number of visible members. */
export function countFilled(tables: Tables): Sql {
  return sql`SELECT
    (SELECT toUInt32(count()) FROM ${ident(tables.database, tables.dataset)}) AS dataset,
    (SELECT toUInt32(count()) FROM ${ident(tables.database, tables.rows)}) AS stored`;
}

/**
 * Finds, by field name, the columns with a companion whose texts are all ASCII without tabs and keep their length when
 * folded. Folding only lower-cases them, so the companion also answers equality. Few items of lists are distinct, so
 * each is folded again instead of comparing it in every company.
 */
export function findPlainColumns(tables: Tables, schema: VersionSchema): Sql {
  const table = ident(tables.database, tables.dataset);
  const checks = schema.columns
    .filter(isStored)
    .filter(hasFoldedColumn)
    .map(({ fieldName, type }) => {
      const value = ident(fieldName);
      const items = sql`SELECT DISTINCT arrayJoin(${value}) AS __item FROM ${table}`;
      const others =
        type === 'String'
          ? sql`countIf(NOT (${isPlain(value, ident(foldedName(fieldName)))}))`
          : sql`(SELECT countIf(NOT (${isPlain(sql`__item`, foldSql(sql`__item`))})) FROM (${items}))`;
      return sql`toBool(${others} = 0) AS ${value}`;
    });
  // The count makes it one row, whatever the columns.
  return sql`SELECT ${join([...checks, sql`toBool(count()) AS __done`])} FROM ${table}`;
}

function isPlain(text: Slot, folded: Slot): Sql {
  return sql`isValidASCII(${text}) AND position(${text}, '\\t') = 0 AND length(${text}) = length(${folded})`;
}

/** Reading one word of an index takes as long as searching this many bytes of text. */
const BYTES_PER_WORD = 180;

/**
 * Decides for each column of texts, by field name, and for `__search`, if searching the words of its index is cheaper
 * than searching its texts. Names have nearly as many words as there are names; descriptions repeat theirs.
 */
export function findWordIndexes(tables: Tables, schema: VersionSchema): Sql {
  const texts = schema.columns.filter(
    (column) => isStored(column) && hasFoldedColumn(column) && column.type === 'String',
  );
  const searched = [
    { alias: '__search', text: sql`__search` },
    ...texts.map(({ fieldName }) => ({ alias: fieldName, text: sql`${ident(foldedName(fieldName))}` })),
  ].map(
    ({ alias, text: each }) =>
      sql`toBool(uniqHLL12Array(tokens(${each})) * ${uint(BYTES_PER_WORD)} < sum(length(${each}))) AS ${ident(alias)}`,
  );
  return sql`SELECT ${join(searched)} FROM ${ident(tables.database, tables.dataset)}`;
}

/** The score of the last company of the version's head; no row if the version has hardly more companies. */
export function findHeadScore(tables: Tables): Sql {
  return sql`SELECT __quality_score AS score
    FROM ${ident(tables.database, tables.dataset)}
    WHERE (SELECT count() FROM ${ident(tables.database, tables.dataset)}) > ${uint(2 * HEAD_COMPANIES)}
    ORDER BY ${join(BEST_FIRST)}
    LIMIT 1 OFFSET ${uint(HEAD_COMPANIES - 1)}`;
}
