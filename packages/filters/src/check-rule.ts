import { parseDate } from './dates.ts';
import { type FieldInfo, findField, type KnownFields } from './field-types.ts';
import { FILTER_LIMITS, type FilterRule, RELATIVE_DATE_UNITS, type RelativeDateUnit } from './filter.ts';
import { foldText, lowerTrim } from './fold-text.ts';
import {
  isOperator,
  isOperatorAllowed,
  type OperatorOf,
  operatorInfo,
  type PositiveOperator,
  positiveOf,
  takesValueKind,
} from './operators.ts';
import { findRegexProblem } from './regex.ts';
import { expandRegions, isUnknownRegion } from './regions.ts';

/** A valid rule: its positive operator with the operand that the operator takes. */
export type CheckedRule =
  | { operator: OperatorOf<'none'> }
  /** `texts` in the form for comparison (folded for substring operators, else lower case), `entered` as entered. */
  | { operator: OperatorOf<'texts'>; texts: string[]; entered: string[] }
  | { operator: OperatorOf<'text'>; text: string }
  | { operator: OperatorOf<'number' | 'count'>; number: number }
  | { operator: OperatorOf<'numberRange'>; low: number; high: number }
  | { operator: OperatorOf<'date'>; date: string }
  | { operator: OperatorOf<'dateRange'>; from: string; to: string }
  | { operator: OperatorOf<'relativeDate'>; amount: number; unit: RelativeDateUnit };

/**
 * The valid rule with its field, or why it is invalid. A negated rule matches exactly the rows that `rule` doesn't.
 */
export type RuleCheck = { field: FieldInfo; rule: CheckedRule; isNegated: boolean } | { reason: string };

export interface CheckOptions {
  /** Accept staff-only operators. */
  staff?: boolean | undefined;
  /** Converts an entered domain or web address into its stored form; null if it is neither. */
  normaliseDomain?: ((text: string) => string | null) | undefined;
}

/**
 * Checks a rule against the known fields: normalises domains, expands regions, swaps reversed ranges and drops blank
 * texts. Never throws.
 */
export function checkRule(rule: FilterRule, fields: KnownFields, options: CheckOptions = {}): RuleCheck {
  const field = findField(fields, rule.field, rule.configId);
  if (field === undefined) return { reason: `Unknown field "${rule.field}"` };
  const { operator } = rule;
  if (!isOperator(operator)) return { reason: `Unknown operator "${operator}"` };
  if (!isOperatorAllowed(operator, field.type, options)) {
    return { reason: `"${field.displayName}" (${field.type}) cannot be filtered with "${operator}"` };
  }
  const refusal = field.refuse?.(rule);
  if (refusal !== undefined) return { reason: refusal };
  const { positive, isNegated } = positiveOf(operator);
  const checked = readOperand(positive, rule.value, field, options);
  return typeof checked === 'string' ? { reason: checked } : { field, rule: checked, isNegated };
}

function readOperand(
  operator: PositiveOperator,
  value: FilterRule['value'],
  field: FieldInfo,
  options: CheckOptions,
): CheckedRule | string {
  if (takesValueKind(operator, 'none')) return { operator };
  if (takesValueKind(operator, 'texts')) return readTexts(operator, value, field, options);
  if (takesValueKind(operator, 'text')) return readText(operator, value, field, options);
  if (takesValueKind(operator, 'number')) {
    return isUsableNumber(value) ? { operator, number: value } : 'Enter a number';
  }
  if (takesValueKind(operator, 'count')) {
    const isCount = isUsableNumber(value) && Number.isInteger(value) && value >= 0;
    return isCount ? { operator, number: value } : 'Enter a whole number of items, 0 or more';
  }
  if (takesValueKind(operator, 'numberRange')) {
    const [first, second] = pairOf(value);
    if (!isUsableNumber(first) || !isUsableNumber(second)) return 'Enter two numbers';
    return { operator, low: Math.min(first, second), high: Math.max(first, second) };
  }
  if (takesValueKind(operator, 'date')) {
    const date = parseDate(value);
    return date === undefined ? `Enter a date ${DATE_FORMAT}` : { operator, date };
  }
  if (takesValueKind(operator, 'dateRange')) {
    const [first, second] = pairOf(value).map(parseDate);
    if (first === undefined || second === undefined) return `Enter two dates ${DATE_FORMAT}`;
    return first <= second ? { operator, from: first, to: second } : { operator, from: second, to: first };
  }
  return readRelativeDate(operator, value);
}

const DATE_FORMAT = 'as yyyy-mm-dd, from 1900-01-01 to 2299-12-31';

const MAX_AMOUNT = 10_000;

function readTexts(
  operator: OperatorOf<'texts'>,
  value: FilterRule['value'],
  field: FieldInfo,
  options: CheckOptions,
): CheckedRule | string {
  if (!Array.isArray(value) || !value.every(isUsableText)) return 'Choose at least one value';
  if (value.length > FILTER_LIMITS.values) return `Can have at most ${FILTER_LIMITS.values} values`;
  const isSubstring = operatorInfo(operator).isSubstring === true;
  const normalise = isSubstring ? foldText : lowerTrim;
  const filled = value.filter((text) => normalise(text) !== '');
  if (filled.length === 0) return 'Choose at least one value';
  const unknown = isSubstring ? undefined : filled.find(isUnknownRegion);
  if (unknown !== undefined) return `Unknown region "${unknown.trim()}"`;
  const entered = asStored(isSubstring ? filled : expandRegions(filled), field, options);
  return { operator, texts: [...new Set(entered.map(normalise))], entered };
}

function readText(
  operator: OperatorOf<'text'>,
  value: FilterRule['value'],
  field: FieldInfo,
  options: CheckOptions,
): CheckedRule | string {
  if (!isUsableText(value) || lowerTrim(value) === '') return 'Enter a text';
  if (operator === 'matchesRegex') return findRegexProblem(value) ?? { operator, text: value };
  return { operator, text: asStored([value], field, options)[0] ?? value };
}

function asStored(texts: readonly string[], field: FieldInfo, { normaliseDomain }: CheckOptions): string[] {
  if (field.isDomain !== true || normaliseDomain === undefined) return [...texts];
  return texts.map((text) => normaliseDomain(text) ?? text);
}

function readRelativeDate(operator: OperatorOf<'relativeDate'>, value: FilterRule['value']): CheckedRule | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Enter an amount and a unit';
  const unit = RELATIVE_DATE_UNITS.find((known) => known === value.unit);
  if (unit === undefined) return `Choose one of the units ${RELATIVE_DATE_UNITS.join(', ')}`;
  const { amount } = value;
  if (!Number.isInteger(amount) || amount < 0 || amount > MAX_AMOUNT) {
    return `Enter a whole number from 0 to ${MAX_AMOUNT}`;
  }
  return { operator, amount, unit };
}

function pairOf(value: FilterRule['value']): (string | number | undefined)[] {
  return Array.isArray(value) && value.length === 2 ? value : [undefined, undefined];
}

function isUsableText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= FILTER_LIMITS.textLength;
}

function isUsableNumber(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= FILTER_LIMITS.number;
}
