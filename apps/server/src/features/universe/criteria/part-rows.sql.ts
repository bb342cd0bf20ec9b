import { emptySql, ident, inSubquery, join, type Sql, sql } from '@quarry/clickhouse';
import type { FieldValue, FilterRule } from '@quarry/filters';
import { aggregateRows, emptyValue } from '#server/features/universe/block-rows/block-rows.sql.ts';
import type { DynamicBlock } from '#server/features/universe/blocks/declaration.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { Part } from './criteria-plan.ts';
import type { RuleBit } from './rule-bits.ts';

/** What a rule says of a company, as expressions over the joined tables that are 0 or 1. */
export interface Verdict {
  readonly holds: Sql;
  /** Whether the rule's data point has a value; only where that was asked for. */
  readonly isFilled: Sql;
}

/** What is wanted of a part. */
export interface WantedRows {
  /** How the joined sub-query is called. */
  readonly alias: string;
  readonly range: Sql;
  /** The only companies that matter, as a sub-query; null for all. */
  readonly companies: Sql | null;
  readonly withFilled: boolean;
}

/** A part's sub-query as a join to `company`, and what its rules say. */
export interface PartRows {
  readonly join: Sql;
  readonly verdicts: readonly (readonly [FilterRule, Verdict])[];
  /** The block for which `company` must say whether it was collected, under `collectedName`. */
  readonly collected?: DynamicBlock;
}

/** What the column is called that says whether a block was collected for a company. */
export const collectedName = ({ blockName }: DynamicBlock): string => `collected_${blockName}`;

/** What a rule's column is called. */
export const ruleName = ({ at }: RuleBit): string => `rule${at}`;
const filledName = ({ at }: RuleBit): string => `filled${at}`;

/** A rule's columns: whether it says something else than `usual`, and whether its data point has a value. */
export function bitColumns(bit: RuleBit, usual: boolean, withFilled: boolean): Sql[] {
  const { field } = bit.point;
  const value = 'column' in field ? field.column : sql`${ident(field.internalName)}`;
  const holds = usual ? sql`NOT (${bit.holds(value)})` : bit.holds(value);
  const columns = [sql`${holds} AS ${ident(ruleName(bit))}`];
  if (withFilled) columns.push(sql`${isFilled(field.type, value)} AS ${ident(filledName(bit))}`);
  return columns;
}

/** A rule's verdict by its columns in a joined sub-query. */
export function verdictIn(alias: string, bit: RuleBit, usual: boolean): Verdict {
  const differs = sql`${ident(alias, ruleName(bit))}`;
  return { holds: usual ? sql`(NOT ${differs})` : differs, isFilled: sql`${ident(alias, filledName(bit))}` };
}

/** Reads a part: each table and each config once, however many rules ask it. */
export function partRows(part: Part, wanted: WantedRows): PartRows {
  return part.kind === 'static' ? staticRows(part, wanted) : dynamicRows(part, wanted);
}

/** Companies without a row are like those of whom every value is empty; only the others are joined. */
function staticRows(
  { block, bits }: Extract<Part, { kind: 'static' }>,
  { alias, range, withFilled }: WantedRows,
): PartRows {
  const usual = (bit: RuleBit): boolean => bit.holdsFor(null);
  const columns = bits.flatMap((bit) => bitColumns(bit, usual(bit), withFilled));
  const rows = sql`SELECT ${join([sql`company_id`, ...columns])}
    FROM ${readTable(block.table)}
    WHERE ${range} AND ${saysAnything(bits, withFilled)}`;
  return {
    join: leftJoin(rows, alias),
    verdicts: bits.map((bit) => [bit.rule, verdictIn(alias, bit, usual(bit))] as const),
  };
}

function dynamicRows({ config, bits }: Extract<Part, { kind: 'dynamic' }>, wanted: WantedRows): PartRows {
  const { alias, range, withFilled } = wanted;
  const { block } = config;
  const none = (bit: RuleBit): FieldValue => emptyValue(block, bit.point.field);
  const tellsCollected = bits.some(
    (bit) => bit.holdsFor(none(bit)) !== bit.holdsFor(null) || (withFilled && !isNothing(none(bit))),
  );
  const where = wanted.companies === null ? range : sql`${range} AND ${inSubquery(sql`company_id`, wanted.companies)}`;
  const fields = [...new Set(bits.map(({ point }) => point.field.internalName))];
  // Where it matters whether a company was collected, having rows at all is news.
  const usual = (bit: RuleBit): boolean => !tellsCollected && bit.holdsFor(null);
  const columns = bits.flatMap((bit) => bitColumns(bit, usual(bit), withFilled));
  const news = tellsCollected ? emptySql : sql` WHERE ${saysAnything(bits, withFilled)}`;
  const rows = sql`SELECT ${join([sql`company_id`, ...columns])}
    FROM (${aggregateRows(config, fields, where)})${news}`;
  const joined = leftJoin(rows, alias);
  if (!tellsCollected) {
    return { join: joined, verdicts: bits.map((bit) => [bit.rule, verdictIn(alias, bit, usual(bit))] as const) };
  }
  const hasRows = sql`${ident(alias, 'company_id')} != 0`;
  const isCollected = ident('company', collectedName(block));
  const either = (inRows: Sql, whenNone: boolean, whenUnknown: boolean): Sql =>
    sql`multiIf(${hasRows}, ${inRows}, ${isCollected}, ${constant(whenNone)}, ${constant(whenUnknown)})`;
  const verdicts = bits.map((bit): readonly [FilterRule, Verdict] => {
    const inRows = verdictIn(alias, bit, false);
    const holds = either(inRows.holds, bit.holdsFor(none(bit)), bit.holdsFor(null));
    return [bit.rule, { holds, isFilled: either(inRows.isFilled, !isNothing(none(bit)), false) }];
  });
  return { join: joined, verdicts, collected: block };
}

function saysAnything(bits: readonly RuleBit[], withFilled: boolean): Sql {
  const names = bits.flatMap((bit) => [ruleName(bit), ...(withFilled ? [filledName(bit)] : [])]);
  return sql`(${join(
    names.map((name) => ident(name)),
    ' OR ',
  )})`;
}

function leftJoin(rows: Sql, alias: string): Sql {
  return sql`GLOBAL LEFT JOIN (${rows}) AS ${ident(alias)} ON ${ident(alias, 'company_id')} = company.company_id`;
}

function constant(value: boolean): Sql {
  return value ? sql`1` : sql`0`;
}

/** Whether a value says nothing. */
export function isNothing(value: FieldValue): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
