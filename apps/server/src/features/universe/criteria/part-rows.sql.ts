import { emptySql, ident, inSubquery, join, type Sql, sql } from '@quarry/clickhouse';
import type { FieldValue, FilterRule } from '@quarry/filters';
import { aggregateRows, emptyValue } from '#server/features/universe/block-rows/block-rows.sql.ts';
import type { DynamicBlock } from '#server/features/universe/blocks/declaration.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { Part } from './criteria-plan.ts';
import type { DataPoint } from './data-point.ts';
import type { RuleBit } from './rule-bits.ts';

/** The verdict of a rule on a company, as expressions, 0 or 1, over the joined tables. */
export interface Verdict {
  readonly holds: Sql;
  /** The rule's data point has a value; only usable if the rows were read `withFilled`. */
  readonly isFilled: Sql;
}

export interface PartOptions {
  readonly alias: string;
  readonly range: Sql;
  /** A sub-query of the relevant companies; null for all. */
  readonly companies: Sql | null;
  readonly withFilled: boolean;
}

/** A part's sub-query as a join to `company`, and the verdicts of its rules. */
export interface PartRows {
  readonly join: Sql;
  readonly verdicts: readonly (readonly [FilterRule, Verdict])[];
  /** The block for which `company` must have the column `collectedName`. */
  readonly collected?: DynamicBlock;
}

export const collectedName = ({ blockName }: DynamicBlock): string => `collected_${blockName}`;

export const ruleName = ({ at }: RuleBit): string => `rule${at}`;
const filledName = ({ at }: RuleBit): string => `filled${at}`;

/** A data point's value in a row of its block's table. */
export function storedValue({ field }: DataPoint): Sql {
  return 'column' in field ? field.column : sql`${ident(field.internalName)}`;
}

/** A rule's columns: its verdict differs from `expected`, and its data point has a value. */
export function bitColumns(bit: RuleBit, expected: boolean, withFilled: boolean): Sql[] {
  const value = storedValue(bit.point);
  const differs = expected ? sql`NOT (${bit.holds(value)})` : bit.holds(value);
  const columns = [sql`${differs} AS ${ident(ruleName(bit))}`];
  if (withFilled) columns.push(sql`${isFilled(bit.point.field.type, value)} AS ${ident(filledName(bit))}`);
  return columns;
}

/** A rule's verdict from its `bitColumns` in a joined sub-query. */
export function verdictIn(alias: string, bit: RuleBit, expected: boolean): Verdict {
  const differs = sql`${ident(alias, ruleName(bit))}`;
  return { holds: expected ? sql`(NOT ${differs})` : differs, isFilled: sql`${ident(alias, filledName(bit))}` };
}

/** Reads the table or config of a part once, however many rules it has. */
export function partRows(part: Part, options: PartOptions): PartRows {
  return part.kind === 'static' ? staticRows(part, options) : dynamicRows(part, options);
}

/** A company without a row is like one whose values are all empty; only the others are joined. */
function staticRows(
  { block, bits }: Extract<Part, { kind: 'static' }>,
  { alias, range, withFilled }: PartOptions,
): PartRows {
  const expected = (bit: RuleBit): boolean => bit.holdsFor(null);
  const columns = bits.flatMap((bit) => bitColumns(bit, expected(bit), withFilled));
  const rows = sql`SELECT ${join([sql`company_id`, ...columns])}
    FROM ${readTable(block.table)}
    WHERE ${range} AND ${anyBit(bits, withFilled)}`;
  return {
    join: leftJoin(rows, alias),
    verdicts: bits.map((bit) => [bit.rule, verdictIn(alias, bit, expected(bit))] as const),
  };
}

function dynamicRows({ config, bits }: Extract<Part, { kind: 'dynamic' }>, options: PartOptions): PartRows {
  const { alias, range, companies, withFilled } = options;
  const { block } = config;
  const none = (bit: RuleBit): FieldValue => emptyValue(block, bit.point.field);
  const needsCollected = bits.some(
    (bit) => bit.holdsFor(none(bit)) !== bit.holdsFor(null) || (withFilled && !isEmptyValue(none(bit))),
  );
  const where = companies === null ? range : sql`${range} AND ${inSubquery(sql`company_id`, companies)}`;
  const fields = [...new Set(bits.map(({ point }) => point.field.internalName))];
  // If "none" differs from "unknown", every company with rows is joined, with its plain verdict.
  const expected = (bit: RuleBit): boolean => !needsCollected && bit.holdsFor(null);
  const columns = bits.flatMap((bit) => bitColumns(bit, expected(bit), withFilled));
  const onlyDiffering = needsCollected ? emptySql : sql` WHERE ${anyBit(bits, withFilled)}`;
  const rows = sql`SELECT ${join([sql`company_id`, ...columns])}
    FROM (${aggregateRows(config, fields, where)})${onlyDiffering}`;
  const joined = leftJoin(rows, alias);
  if (!needsCollected) {
    return { join: joined, verdicts: bits.map((bit) => [bit.rule, verdictIn(alias, bit, expected(bit))] as const) };
  }
  const hasRows = sql`${ident(alias, 'company_id')} != 0`;
  const isCollected = ident('company', collectedName(block));
  const byState = (inRows: Sql, whenNone: boolean, whenUnknown: boolean): Sql =>
    sql`multiIf(${hasRows}, ${inRows}, ${isCollected}, ${constant(whenNone)}, ${constant(whenUnknown)})`;
  const verdicts = bits.map((bit): readonly [FilterRule, Verdict] => {
    const inRows = verdictIn(alias, bit, false);
    const holds = byState(inRows.holds, bit.holdsFor(none(bit)), bit.holdsFor(null));
    return [bit.rule, { holds, isFilled: byState(inRows.isFilled, !isEmptyValue(none(bit)), false) }];
  });
  return { join: joined, verdicts, collected: block };
}

function anyBit(bits: readonly RuleBit[], withFilled: boolean): Sql {
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

export function isEmptyValue(value: FieldValue): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
