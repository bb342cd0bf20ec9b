import { type CheckedRule, type CheckOptions, checkRule } from './check-rule.ts';
import { addToDate } from './dates.ts';
import { type KnownFields, traitsOf } from './field-types.ts';
import { type FilterGroup, type FilterNode, type FilterRule, isGroup } from './filter.ts';
import { foldText, lowerText, lowerTrim } from './fold-text.ts';
import { InvalidFilterError } from './invalid-filter-error.ts';

/** A field's value in a row: dates as `yyyy-mm-dd`, percentages as fractions; null, undefined, '' and [] are empty. */
export type FieldValue = string | number | boolean | readonly string[] | null | undefined;

export interface EvaluateOptions extends CheckOptions {
  /** The day that relative dates count from, `yyyy-mm-dd`. */
  today: string;
}

/** The key of a field in a row: `field`, or `field#configId` under a config. */
export function fieldKey(field: string, configId?: string): string {
  return configId === undefined ? field : `${field}#${configId}`;
}

/** A row's values by `fieldKey`. */
export type FilterRow = Readonly<Record<string, FieldValue>>;

/**
 * Evaluates criteria for a row in plain TypeScript: the reference that the compiled SQL must agree with.
 * @throws InvalidFilterError if a rule is invalid.
 */
export function evaluateFilter(
  group: FilterGroup | null,
  row: FilterRow,
  fields: KnownFields,
  options: EvaluateOptions,
): boolean {
  return prepareFilter(group, fields, options)(row);
}

/**
 * Like `evaluateFilter`, but checks the criteria once for many rows.
 * @throws InvalidFilterError if a rule is invalid.
 */
export function prepareFilter(
  group: FilterGroup | null,
  fields: KnownFields,
  options: EvaluateOptions,
): (row: FilterRow) => boolean {
  return group === null ? () => true : prepareNode(group, fields, options);
}

function prepareNode(node: FilterNode, fields: KnownFields, options: EvaluateOptions): (row: FilterRow) => boolean {
  if (!isGroup(node)) return prepareRule(node, fields, options);
  const { combinator, not = false } = node;
  const tests = node.rules.map((child) => prepareNode(child, fields, options));
  if (tests.length === 0) return () => !not;
  if (combinator === 'and') return (row) => tests.every((test) => test(row)) !== not;
  return (row) => tests.some((test) => test(row)) !== not;
}

function prepareRule(rule: FilterRule, fields: KnownFields, options: EvaluateOptions): (row: FilterRow) => boolean {
  const check = checkRule(rule, fields, options);
  if ('reason' in check) throw new InvalidFilterError([{ ruleId: rule.id, reason: check.reason }]);
  const key = fieldKey(rule.field, rule.configId);
  const rounds = traitsOf(check.field.type).equalsRounded === true;
  return (row) => {
    const value = row[key];
    const subject = { text: textOf(value), list: listOf(value), value, rounds, today: options.today };
    return holdsFor(check.rule, subject) !== check.isNegated;
  };
}

interface Subject {
  text: string;
  list: readonly string[];
  value: FieldValue;
  rounds: boolean;
  today: string;
}

function holdsFor(rule: CheckedRule, subject: Subject): boolean {
  const { text, list, value, today } = subject;
  switch (rule.operator) {
    case 'isOneOf':
      return text !== '' && rule.texts.includes(lowerTrim(text));
    case 'containsText':
      return containsAny(text, rule.texts);
    case 'equals':
      return text !== '' && lowerTrim(text) === lowerTrim(rule.text);
    case 'beginsWith':
      return lowerText(text).startsWith(lowerText(rule.text));
    case 'endsWith':
      return lowerText(text).endsWith(lowerText(rule.text));
    case 'matchesRegex':
      return matches(text, rule.text);
    case 'gt':
      return typeof value === 'number' && value > rule.number;
    case 'gte':
      return typeof value === 'number' && value >= rule.number;
    case 'lt':
      return typeof value === 'number' && value < rule.number;
    case 'lte':
      return typeof value === 'number' && value <= rule.number;
    case 'equalTo':
      return isEqualNumber(value, rule.number, subject.rounds);
    case 'between':
      return typeof value === 'number' && value >= rule.low && value <= rule.high;
    case 'isTrue':
      return value === true;
    case 'containsAnyOf':
      return list.some((item) => rule.texts.includes(lowerTrim(item)));
    case 'matchesAnyText':
      return list.some((item) => containsAny(item, rule.texts));
    case 'hasMoreItemsThan':
      return list.length > rule.number;
    case 'hasFewerItemsThan':
      return list.length < rule.number;
    case 'dateEqual':
      return text === rule.date;
    case 'dateSince':
      return text !== '' && text >= rule.date;
    case 'dateBefore':
      return text !== '' && text < rule.date;
    case 'dateBetween':
      return text !== '' && text >= rule.from && text <= rule.to;
    case 'dateSinceRelative':
      return text !== '' && text >= addToDate(today, -rule.amount, rule.unit);
    case 'dateBeforeRelative':
      return text !== '' && text < addToDate(today, -rule.amount, rule.unit);
    case 'exists':
      return !isEmpty(value);
  }
}

function textOf(value: FieldValue): string {
  return typeof value === 'string' && value.trim() !== '' ? value : '';
}

function listOf(value: FieldValue): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function isEmpty(value: FieldValue): boolean {
  if (typeof value === 'string') return textOf(value) === '';
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function containsAny(text: string, foldedTexts: readonly string[]): boolean {
  const folded = foldText(text);
  return foldedTexts.some((needle) => folded.includes(needle));
}

/** Like the engine: unanchored, ignoring case, with dots that match line breaks. */
function matches(text: string, pattern: string): boolean {
  return text !== '' && new RegExp(pattern, 'isu').test(text);
}

function isEqualNumber(value: FieldValue, operand: number, rounds: boolean): boolean {
  if (typeof value !== 'number') return false;
  return rounds ? Math.floor(value * 100 + 0.5) === Math.floor(operand * 100 + 0.5) : value === operand;
}
