import { emptySql, float, ident, join, type Sql, sql, uint } from '@quarry/clickhouse';
import { SAMPLE_DOMAINS, type ScoringRule } from '@quarry/contracts';
import { liveValues } from '#server/features/companies/search.sql.ts';
import { compileDatasetFilter, compileDatasetSum } from '#server/features/datasets/compile-dataset-filter.ts';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { BEST_FIRST } from '#server/features/datasets/table.ts';

/** The condition of each rule, 0 or 1. Throws INVALID_FILTER with the ids of all invalid rules. */
export function conditionsOf(dataset: Pick<Dataset, 'columns'>, rules: readonly ScoringRule[]): Sql[] {
  // Compiled together first, so that the error names every invalid rule.
  compileDatasetFilter(dataset, { id: 'rules', combinator: 'and', rules: [...rules] });
  return rules.map((rule) => compileDatasetFilter(dataset, { id: 'rule', combinator: 'and', rules: [rule] }));
}

/** The sum of the points of the rules that a company meets. Throws INVALID_FILTER. */
export function scoreOf(dataset: Pick<Dataset, 'columns'>, rules: readonly ScoringRule[]): Sql {
  const weighted = rules.map((rule) => ({ rule, weight: rule.score }));
  return sql`toInt32(${compileDatasetSum(dataset, weighted)})`;
}

export interface ScorePreview {
  readonly score: Sql;
  readonly order: 'best' | 'worst';
  /** Only these; null for all. */
  readonly domains: readonly string[] | null;
  readonly scoreRange: readonly [number, number] | null;
  readonly limit: number;
}

/** The companies with the highest or lowest scores; ties by quality. */
export function rankedCompanies(dataset: Dataset, preview: ScorePreview): Sql {
  const { score, order, domains, scoreRange, limit } = preview;
  const conditions = [
    domains === null ? emptySql : dataset.hasDomain(domains),
    scoreRange === null ? emptySql : sql`__score BETWEEN ${float(scoreRange[0])} AND ${float(scoreRange[1])}`,
  ].filter((condition) => !condition.isEmpty);
  const where = conditions.length === 0 ? emptySql : sql`WHERE ${join(conditions, ' AND ')}`;
  return sql`SELECT toString(__company_id) AS __id, ${liveValues(dataset)}, ${score} AS __score
    FROM ${dataset.table()}
    ${where}
    ORDER BY __score ${order === 'best' ? sql`DESC` : sql`ASC`}, ${join(BEST_FIRST)}
    LIMIT ${uint(limit)}`;
}

interface ScoreEdit {
  readonly before: Sql;
  readonly after: Sql;
}

/** Counts the companies with a higher and a lower score after an edit: `__raised`, `__lowered`. */
export function countMoved(dataset: Dataset, { before, after }: ScoreEdit): Sql {
  return sql`SELECT toUInt32(countIf(__after > __before)) AS __raised, toUInt32(countIf(__after < __before)) AS __lowered
    FROM (SELECT ${before} AS __before, ${after} AS __after FROM ${dataset.table()})`;
}

/** The companies whose score an edit moves most; ties by quality. */
export function movedMost(dataset: Dataset, { before, after }: ScoreEdit, limit: number): Sql {
  return sql`SELECT toString(__company_id) AS __id, ${liveValues(dataset)}, ${before} AS __before, ${after} AS __after
    FROM ${dataset.table()}
    WHERE __after != __before
    ORDER BY abs(__after - __before) DESC, ${join(BEST_FIRST)}
    LIMIT ${uint(limit)}`;
}

/** Counts the companies of each score, with the quality and domain of the best of them. */
export function countScores(dataset: Dataset, score: Sql): Sql {
  const key = sql`(${join(BEST_FIRST)}, __domain)`;
  return sql`SELECT ${score} AS __score, toUInt32(count()) AS __count,
      arrayMap(best -> (-best.1, best.3), groupArraySorted(${uint(SAMPLE_DOMAINS)})(${key})) AS __best
    FROM ${dataset.table()}
    GROUP BY __score
    ORDER BY __score`;
}

/** Whether one company meets each rule, in order, and its stored score if there is one. */
export function judgeCompany(dataset: Dataset, conditions: readonly Sql[], storedIn: string | null, id: string): Sql {
  return sql`SELECT [${join(conditions.map((condition) => sql`toUInt8(${condition})`))}] AS __met,
      ${storedIn === null ? sql`NULL` : ident(storedIn)} AS __stored,
      toString(__company_id) AS __id,
      ${liveValues(dataset)}
    FROM ${dataset.table()}
    WHERE __company_id = ${uint(id)}
    LIMIT 1`;
}
