import { date, float, join, type Slot, type Sql, sql, text, texts, uint, uints } from '@quarry/clickhouse/sql';
import { type CheckedRule, type CheckOptions, checkRule } from './check-rule.ts';
import { addToDate } from './dates.ts';
import { type FieldType, traitsOf } from './field-types.ts';
import { type FilterGroup, type FilterNode, type FilterRule, isGroup, listRules } from './filter.ts';
import { foldSql, lowerSql, lowerTrimSql } from './fold-sql.ts';
import { foldText, lowerText, lowerTrim } from './fold-text.ts';
import { InvalidFilterError, type RuleProblem } from './invalid-filter-error.ts';

export { foldSql, lowerTrimSql } from './fold-sql.ts';

/** A field's stored column. Empty is '' for texts, [] for lists, NULL for the others. */
export interface Column {
  readonly type: FieldType;
  readonly value: Sql;
  /** A companion column: the text, or each item of the list, in the form of `foldSql`. */
  readonly folded?: Sql;
  /**
   * The text, or each item of the list, in the form of `lowerTrimSql`, which makes equality a plain look-up. May be the
   * same column as `folded` if a build found both forms equal in every row.
   */
  readonly lowered?: Sql;
  /** Texts are normalised domains, compared as they are. */
  readonly isDomain?: boolean;
  /** For texts that a companion column finds: the condition that the text is one of these. */
  readonly isAny?: (texts: readonly string[]) => Sql;
  /** The unsigned 64-bit column whose numbers the texts are, which makes equality a comparison of numbers. */
  readonly number?: Sql;
  /**
   * The column has a text index.
   * List: array tokenizer, on `folded` or `lowered` if there is one; otherwise on `value`, whose items are opaque ids
   * compared exactly by `hasAny`. Sizes are read as `.size0`, so `value` must be a plain column.
   * Text: word tokenizer (`splitByNonAlpha`), on `folded`, and worth reading for a part of a word.
   */
  readonly indexed?: boolean;
  /** Of a list with `folded`: the statement of its different items in that form, each as `item`. */
  readonly items?: Sql;
  /** Why the column can't have a rule that its type allows; undefined if it can. */
  readonly refuse?: (rule: FilterRule) => string | undefined;
  /** For a list of ids that is kept elsewhere: the condition that it has one of these, or any at all for null. */
  readonly hasAny?: (ids: readonly string[] | null) => Sql;
}

/** Finds the column of a rule; undefined makes the rule invalid. */
export type ColumnResolver = (field: string, configId?: string) => Column | undefined;

export interface CompileOptions extends CheckOptions {
  /** The day that relative dates count from, `yyyy-mm-dd` in UTC. */
  today: string;
}

/**
 * Compiles criteria to a condition that is 0 or 1, never NULL, so it can be negated, counted and summed. Null and empty
 * criteria compile to `1`.
 * @throws InvalidFilterError naming every invalid rule.
 */
export function compileFilter(group: FilterGroup | null, resolver: ColumnResolver, options: CompileOptions): Sql {
  if (group === null) return sql`1`;
  const conditions = compileRules(group, resolver, options);
  return sql`(${compileNode(group, conditions, 1)})`;
}

/** A rule that its column can have. */
export interface ResolvedRule {
  readonly rule: FilterRule;
  readonly checked: CheckedRule;
  readonly isNegated: boolean;
  readonly column: Column;
}

/** Finds the column of each rule. Throws INVALID_FILTER naming every invalid rule. */
export function resolveRules(
  rules: readonly FilterRule[],
  resolver: ColumnResolver,
  options: CheckOptions,
): ResolvedRule[] {
  const resolved: ResolvedRule[] = [];
  const problems: RuleProblem[] = [];
  for (const rule of rules) {
    const column = resolver(rule.field, rule.configId);
    const check = checkRule(
      rule,
      () => column && { ...column, fieldName: rule.field, displayName: rule.field },
      options,
    );
    if ('reason' in check) problems.push({ ruleId: rule.id, reason: check.reason });
    else if (column !== undefined) resolved.push({ rule, checked: check.rule, isNegated: check.isNegated, column });
  }
  if (problems.length > 0) throw new InvalidFilterError(problems);
  return resolved;
}

function compileRules(group: FilterGroup, resolver: ColumnResolver, options: CompileOptions): Map<FilterRule, Sql> {
  const resolved = resolveRules(listRules(group), resolver, options);
  return new Map(resolved.map((each) => [each.rule, compileResolved(each, options)]));
}

/** The condition of a rule, 0 or 1. */
export function compileResolved(
  { checked, isNegated, column }: ResolvedRule,
  { today }: Pick<CompileOptions, 'today'>,
): Sql {
  const compiled = compileRule(checked, column, today);
  if (!isNegated) return compiled;
  return readsWords(checked, column) ? notInWords(compiled) : not(compiled);
}

/** Deeper than people can nest groups, with room for groups that the server wraps around them. */
const MAX_DEPTH = 50;

function compileNode(node: FilterNode, conditions: ReadonlyMap<FilterRule, Sql>, depth: number): Sql {
  if (depth > MAX_DEPTH) throw new InvalidFilterError([], 'Groups are nested too deeply');
  if (!isGroup(node)) {
    const condition = conditions.get(node);
    if (condition === undefined) throw new InvalidFilterError([{ ruleId: node.id, reason: 'Not compiled' }]);
    return condition;
  }
  const inner = node.rules.map((child) => sql`(${compileNode(child, conditions, depth + 1)})`);
  const holds = inner.length === 0 ? sql`1` : join(inner, node.combinator === 'and' ? ' AND ' : ' OR ');
  return node.not === true ? not(holds) : holds;
}

function compileRule(rule: CheckedRule, column: Column, today: string): Sql {
  const { value } = column;
  switch (rule.operator) {
    case 'isOneOf':
      return isOneOf(column, rule.texts);
    case 'containsText':
      return column.folded === undefined
        ? containsAny(foldSql(value), rule.texts)
        : containsNeedle({ folded: column.folded, indexed: column.indexed === true }, rule.texts);
    case 'equals':
      return isOneOf(column, [lowerTrim(rule.text)]);
    case 'beginsWith':
      return sql`startsWith(${lowerSql(value)}, ${text(lowerText(rule.text))})`;
    case 'endsWith':
      return sql`endsWith(${lowerSql(value)}, ${text(lowerText(rule.text))})`;
    case 'matchesRegex':
      return matchesRegex(value, rule.text);
    case 'gt':
      return unlessNull(sql`${value} > ${float(rule.number)}`);
    case 'gte':
      return unlessNull(sql`${value} >= ${float(rule.number)}`);
    case 'lt':
      return unlessNull(sql`${value} < ${float(rule.number)}`);
    case 'lte':
      return unlessNull(sql`${value} <= ${float(rule.number)}`);
    case 'equalTo':
      return isEqualNumber(column, rule.number);
    case 'between':
      return unlessNull(sql`${value} >= ${float(rule.low)} AND ${value} <= ${float(rule.high)}`);
    case 'isTrue':
      return unlessNull(sql`${value} = true`);
    case 'containsAnyOf':
      return hasAnyItem(column, rule.texts, rule.entered);
    case 'matchesAnyText':
      return someItemContains(column, rule.texts);
    case 'hasMoreItemsThan':
      return sql`${sizeOf(column)} > ${uint(rule.number)}`;
    case 'hasFewerItemsThan':
      return sql`${sizeOf(column)} < ${uint(rule.number)}`;
    case 'dateEqual':
      return unlessNull(sql`${value} = ${date(rule.date)}`);
    case 'dateSince':
      return unlessNull(sql`${value} >= ${date(rule.date)}`);
    case 'dateBefore':
      return unlessNull(sql`${value} < ${date(rule.date)}`);
    case 'dateBetween':
      return unlessNull(sql`${value} >= ${date(rule.from)} AND ${value} <= ${date(rule.to)}`);
    case 'dateSinceRelative':
      return unlessNull(sql`${value} >= ${date(addToDate(today, -rule.amount, rule.unit))}`);
    case 'dateBeforeRelative':
      return unlessNull(sql`${value} < ${date(addToDate(today, -rule.amount, rule.unit))}`);
    case 'exists':
      return exists(column);
  }
}

function not(condition: Sql): Sql {
  return sql`NOT (${condition})`;
}

/** Comparisons with an empty value are false; NULL would propagate through a surrounding NOT. */
function unlessNull(comparison: Sql): Sql {
  return sql`ifNull(${comparison}, 0)`;
}

/** The folded column decides most rows cheaply: equal texts have equal folded forms, but not vice versa. */
function isOneOf({ value, folded, lowered, isDomain, isAny, number }: Column, operands: readonly string[]): Sql {
  if (number !== undefined) {
    const numbers = operands.filter(isUnsignedNumber);
    return numbers.length === 0 ? sql`0` : sql`${number} IN ${uints(numbers)}`;
  }
  if (isAny !== undefined) return isAny(operands);
  if (isDomain === true) return sql`${value} IN ${texts(operands)}`;
  if (lowered !== undefined) return sql`${lowered} IN ${texts(operands)}`;
  const exact = sql`${lowerTrimSql(value)} IN ${texts(operands)}`;
  return folded === undefined ? exact : sql`${folded} IN ${texts(operands.map(foldText))} AND ${exact}`;
}

/** True for the texts of unsigned 64-bit numbers: digits without leading zeros. */
function isUnsignedNumber(operand: string): boolean {
  return /^(0|[1-9]\d{0,19})$/.test(operand) && BigInt(operand) < 2n ** 64n;
}

/** Needles within one word of a text index: the engine searches the words instead of the texts. */
const WITHIN_A_WORD = /^[a-z0-9]{4,}$/;
/** Beyond this many needles, one pass over the words per needle costs more than a pass over the texts. */
const MAX_WORD_SEARCHES = 8;

/** A column of folded texts. */
export interface SearchedText {
  readonly folded: Sql;
  /** The column has a word index that is worth reading. */
  readonly indexed?: boolean;
}

function areInWords(needles: readonly string[]): boolean {
  return needles.length <= MAX_WORD_SEARCHES && needles.every((needle) => WITHIN_A_WORD.test(needle));
}

/** True for a rule whose condition lets the engine search the words of an index. */
function readsWords(rule: CheckedRule, { folded, indexed }: Column): boolean {
  return rule.operator === 'containsText' && folded !== undefined && indexed === true && areInWords(rule.texts);
}

/**
 * For a mere negation the engine reads every text, because the index can't narrow it down. The first part, which always
 * holds, makes it search the index; `identity` keeps it from being simplified away.
 */
function notInWords(isInWords: Sql): Sql {
  return sql`(${isInWords} OR identity(1)) AND NOT (${isInWords})`;
}

/** The condition that a text contains one of the needles, all folded. Needles within a word let the engine use the index. */
export function containsNeedle({ folded, indexed }: SearchedText, needles: readonly string[]): Sql {
  if (indexed !== true || !areInWords(needles)) return containsAny(folded, needles);
  return join(
    needles.map((needle) => sql`${folded} LIKE ${text(`%${needle}%`)}`),
    ' OR ',
  );
}

/** The limit of `multiSearchAny`. */
const MAX_NEEDLES = 255;

function containsAny(folded: Slot, needles: readonly string[]): Sql {
  const [first] = needles;
  if (first !== undefined && needles.length === 1) return sql`position(${folded}, ${text(first)}) > 0`;
  const searches: Sql[] = [];
  for (let from = 0; from < needles.length; from += MAX_NEEDLES) {
    searches.push(sql`multiSearchAny(${folded}, ${texts(needles.slice(from, from + MAX_NEEDLES))})`);
  }
  return join(searches, ' OR ');
}

function matchesRegex(value: Sql, pattern: string): Sql {
  return sql`${value} != '' AND match(${value}, ${text(`(?i)${pattern}`)})`;
}

/** Must round exactly like the evaluator; the engine's `round` rounds halves to even. */
function isEqualNumber({ type, value }: Column, operand: number): Sql {
  if (traitsOf(type).equalsRounded !== true) return unlessNull(sql`${value} = ${float(operand)}`);
  return unlessNull(sql`floor(${value} * 100 + 0.5) = ${float(Math.floor(operand * 100 + 0.5))}`);
}

function hasAnyItem(column: Column, operands: readonly string[], entered: readonly string[]): Sql {
  const { value, folded, lowered, indexed } = column;
  if (column.hasAny !== undefined) return column.hasAny(operands);
  if (lowered !== undefined) return sql`hasAny(${lowered}, ${texts(operands)})`;
  if (folded === undefined && indexed === true) return sql`hasAny(${value}, ${texts(entered)})`;
  const exact = sql`arrayExists(item -> ${lowerTrimSql(sql`item`)} IN ${texts(operands)}, ${value})`;
  return folded === undefined ? exact : sql`hasAny(${folded}, ${texts(operands.map(foldText))}) AND ${exact}`;
}

/** Beyond this many items with a text, looking for the text in every list costs less than looking for the items. */
const MAX_ITEMS = 1_000;

function someItemContains({ value, folded, items }: Column, needles: readonly string[]): Sql {
  const item = folded === undefined ? foldSql(sql`item`) : sql`item`;
  const contains = sql`arrayExists(item -> ${containsAny(item, needles)}, ${folded ?? value})`;
  if (folded === undefined || items === undefined) return contains;
  const found = sql`(SELECT groupArray(${uint(MAX_ITEMS + 1)})(item) FROM (${items}) WHERE ${containsAny(item, needles)})`;
  // The engine finds the items first, and then only knows the chosen branch. No folded item is a blank.
  const chosen = sql`if(empty(${found}), [' '], ${found})`;
  return sql`if(length(${found}) > ${uint(MAX_ITEMS)}, ${contains}, hasAny(${folded}, ${chosen}))`;
}

function sizeOf({ value, indexed }: Column): Sql {
  return indexed === true ? sql`${value}.size0` : sql`length(${value})`;
}

function exists(column: Column): Sql {
  if (column.hasAny !== undefined) return column.hasAny(null);
  switch (traitsOf(column.type).form) {
    case 'text':
      return sql`${column.value} != ''`;
    case 'list':
      return sql`${sizeOf(column)} > 0`;
    case 'number':
    case 'date':
    case 'boolean':
      return sql`${column.value} IS NOT NULL`;
  }
}
