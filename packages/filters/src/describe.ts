import { parseDate } from './dates.ts';
import { type FieldInfo, findField, type KnownFields, traitsOf } from './field-types.ts';
import { type FilterGroup, type FilterNode, type FilterRule, isGroup } from './filter.ts';
import { isOperator, operatorInfo } from './operators.ts';

export interface DescribeOptions {
  /** The name of an id or code, e.g. of a tag or a country; undefined keeps the value. */
  nameValue?: (rule: FilterRule, value: string) => string | undefined;
}

/** List values beyond this are only counted. */
const MAX_NAMED_VALUES = 10;

/**
 * Criteria in plain language: "Industry is one of Fintech, Payments and Employees is between 50 and 500", with nested
 * groups in parentheses; '' without rules. Never throws, so it can describe unfinished criteria.
 */
export function describeFilter(group: FilterGroup | null, fields: KnownFields, options: DescribeOptions = {}): string {
  if (group === null || group.rules.length === 0) return '';
  const inner = describeChildren(group, fields, options);
  return group.not === true ? `not (${inner})` : inner;
}

function describeChildren(group: FilterGroup, fields: KnownFields, options: DescribeOptions): string {
  const parts = group.rules.map((node) => describeNode(node, fields, options));
  return parts.join(` ${group.combinator} `);
}

function describeNode(node: FilterNode, fields: KnownFields, options: DescribeOptions): string {
  if (!isGroup(node)) return describeRule(node, fields, options);
  const inner = node.rules.length === 0 ? 'everything' : describeChildren(node, fields, options);
  if (node.not === true) return `not (${inner})`;
  return node.rules.length > 1 ? `(${inner})` : inner;
}

/** One rule in plain language: "Founded is before 1 Jan 2020". Never throws. */
export function describeRule(rule: FilterRule, fields: KnownFields, options: DescribeOptions = {}): string {
  const field = findField(fields, rule.field, rule.configId);
  const subject = field?.displayName ?? rule.field;
  const value = describeValue(rule, field, options);
  const phrase = isOperator(rule.operator) ? operatorInfo(rule.operator).phrase : `${rule.operator} {}`;
  return `${subject} ${phrase.replace('{}', () => value)}`.trim();
}

function describeValue(rule: FilterRule, field: FieldInfo | undefined, options: DescribeOptions): string {
  const { value } = rule;
  if (value === undefined || value === null || value === '') return '…';
  if (Array.isArray(value)) {
    if (value.length === 0) return '…';
    const words = value.slice(0, MAX_NAMED_VALUES).map((entry) => describeEntry(rule, entry, field, options));
    if (isRange(rule.operator)) return words.join(' and ');
    const rest = value.length - words.length;
    return words.join(', ') + (rest > 0 ? ` and ${formatNumber(rest)} more` : '');
  }
  if (typeof value === 'object') {
    return `${value.amount} ${value.amount === 1 ? value.unit.replace(/s$/, '') : value.unit}`;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return describeEntry(rule, value, field, options);
}

function isRange(operator: string): boolean {
  return isOperator(operator) && ['numberRange', 'dateRange'].includes(operatorInfo(operator).valueKind);
}

function describeEntry(
  rule: FilterRule,
  entry: string | number,
  field: FieldInfo | undefined,
  { nameValue }: DescribeOptions,
): string {
  if (typeof entry === 'number') return describeNumber(entry, field);
  if (field?.type === 'Date') return describeDate(entry);
  return nameValue?.(rule, entry) ?? entry.trim().replace(/^region:\s*/i, '');
}

/** A number as people read it in the field: 25%, $1,000, the year 2000. */
export function describeNumber(value: number, field: Pick<FieldInfo, 'type' | 'isYear'> | undefined): string {
  if (field?.isYear === true) return String(value);
  switch (field && traitsOf(field.type).unit) {
    case 'percent':
      return `${formatNumber(Number((value * 100).toPrecision(12)))}%`;
    case 'dollars':
      return `${value < 0 ? '-' : ''}$${formatNumber(Math.abs(value))}`;
    case undefined:
      return formatNumber(value);
  }
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 10 });
}

function describeDate(text: string): string {
  const date = parseDate(text);
  if (date === undefined) return text;
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(date));
}
