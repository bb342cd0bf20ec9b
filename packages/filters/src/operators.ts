import type { FieldType } from './field-types.ts';

/** What a rule with the operator carries in `value`. Percentages are fractions; dates are `yyyy-mm-dd`. */
export type ValueKind =
  | 'texts'
  | 'text'
  | 'number'
  | 'numberRange'
  | 'count'
  | 'date'
  | 'dateRange'
  | 'relativeDate'
  | 'none';

/** One operator of the catalogue. */
export interface OperatorInfo {
  /** The words in the operator menu. */
  readonly label: string;
  /** Other words for some types. */
  readonly labels?: Readonly<Partial<Record<FieldType, string>>>;
  readonly types: readonly FieldType[];
  readonly valueKind: ValueKind;
  /** Only offered and accepted in criteria that staff edit. */
  readonly staffOnly: boolean;
}

const TEXT = ['String', 'Picklist'] as const;
const NUMERIC = ['Number', 'Percentage', 'Currency'] as const;
const LISTS = ['Multipicklist', 'Array'] as const;
const ALL_BUT_BOOLEAN = [...TEXT, ...NUMERIC, 'Date', ...LISTS] as const;

/** Every operator, in menu order. Negative ones are the exact complements of their positive twins. */
export const OPERATORS = {
  isOneOf: { label: 'is one of', types: TEXT, valueKind: 'texts', staffOnly: false },
  notOneOf: {
    label: 'not one of',
    labels: { Picklist: 'is not one of' },
    types: TEXT,
    valueKind: 'texts',
    staffOnly: false,
  },
  containsText: { label: 'contains text', types: TEXT, valueKind: 'texts', staffOnly: false },
  notContainsText: { label: 'not contains text', types: TEXT, valueKind: 'texts', staffOnly: false },
  equals: { label: 'equals', types: TEXT, valueKind: 'text', staffOnly: true },
  notEquals: { label: 'not equals', types: TEXT, valueKind: 'text', staffOnly: true },
  beginsWith: { label: 'begins with', types: TEXT, valueKind: 'text', staffOnly: true },
  notBeginsWith: { label: 'not begins with', types: TEXT, valueKind: 'text', staffOnly: true },
  endsWith: { label: 'ends with', types: TEXT, valueKind: 'text', staffOnly: true },
  notEndsWith: { label: 'not ends with', types: TEXT, valueKind: 'text', staffOnly: true },
  matchesRegex: { label: 'matches regex', types: TEXT, valueKind: 'text', staffOnly: true },
  notMatchesRegex: { label: 'not matches regex', types: TEXT, valueKind: 'text', staffOnly: true },
  gt: { label: 'greater than', types: NUMERIC, valueKind: 'number', staffOnly: false },
  gte: { label: 'greater than or equal', types: NUMERIC, valueKind: 'number', staffOnly: false },
  lt: { label: 'less than', types: NUMERIC, valueKind: 'number', staffOnly: false },
  lte: { label: 'less than or equal', types: NUMERIC, valueKind: 'number', staffOnly: false },
  equalTo: { label: 'equal', types: NUMERIC, valueKind: 'number', staffOnly: false },
  notEqualTo: { label: 'not equal', types: NUMERIC, valueKind: 'number', staffOnly: false },
  between: { label: 'between', types: NUMERIC, valueKind: 'numberRange', staffOnly: false },
  isTrue: { label: 'yes', types: ['Boolean'], valueKind: 'none', staffOnly: false },
  isFalse: { label: 'no', types: ['Boolean'], valueKind: 'none', staffOnly: false },
  containsAnyOf: { label: 'contains any of', types: ['Multipicklist'], valueKind: 'texts', staffOnly: false },
  notContainsAnyOf: { label: 'not contains any of', types: ['Multipicklist'], valueKind: 'texts', staffOnly: false },
  matchesAnyText: { label: 'matches any text', types: LISTS, valueKind: 'texts', staffOnly: false },
  notMatchesAnyText: { label: 'does not match any text', types: LISTS, valueKind: 'texts', staffOnly: false },
  hasMoreItemsThan: { label: 'has more items than', types: LISTS, valueKind: 'count', staffOnly: false },
  hasFewerItemsThan: { label: 'has fewer items than', types: LISTS, valueKind: 'count', staffOnly: false },
  dateEqual: { label: 'equal', types: ['Date'], valueKind: 'date', staffOnly: false },
  dateNotEqual: { label: 'not equal', types: ['Date'], valueKind: 'date', staffOnly: false },
  dateSince: { label: 'since', types: ['Date'], valueKind: 'date', staffOnly: false },
  dateBefore: { label: 'before', types: ['Date'], valueKind: 'date', staffOnly: false },
  dateBetween: { label: 'between', types: ['Date'], valueKind: 'dateRange', staffOnly: false },
  dateSinceRelative: { label: 'since relative', types: ['Date'], valueKind: 'relativeDate', staffOnly: false },
  dateBeforeRelative: { label: 'before relative', types: ['Date'], valueKind: 'relativeDate', staffOnly: false },
  exists: { label: 'exists', types: ALL_BUT_BOOLEAN, valueKind: 'none', staffOnly: false },
  notExists: { label: 'not exists', types: ALL_BUT_BOOLEAN, valueKind: 'none', staffOnly: false },
} as const satisfies Record<string, OperatorInfo>;

/** The name of an operator on the wire. */
export type Operator = keyof typeof OPERATORS;

/** The operators whose rules carry a value of the kind. */
export type OperatorOf<K extends ValueKind> = {
  [O in Operator]: (typeof OPERATORS)[O]['valueKind'] extends K ? O : never;
}[Operator];

const OPERATOR_NAMES = Object.keys(OPERATORS).filter(isOperator);

/** Whether a text names an operator. */
export function isOperator(name: string): name is Operator {
  return Object.hasOwn(OPERATORS, name);
}

/** The catalogue entry of an operator. */
export function operatorInfo(operator: Operator): OperatorInfo {
  return OPERATORS[operator];
}

/** Whether the operator's rules carry a value of the kind. */
export function takesValueKind<K extends ValueKind>(operator: Operator, kind: K): operator is OperatorOf<K> {
  return OPERATORS[operator].valueKind === kind;
}

/** The operators of a type in menu order; staff see the staff-only ones as well. */
export function operatorsFor(type: FieldType, options: { staff?: boolean } = {}): Operator[] {
  return OPERATOR_NAMES.filter((name) => isOperatorAllowed(name, type, options));
}

/** Whether a rule on a field of the type may use the operator. */
export function isOperatorAllowed(operator: Operator, type: FieldType, options: { staff?: boolean } = {}): boolean {
  const { types, staffOnly } = operatorInfo(operator);
  return types.includes(type) && (options.staff === true || !staffOnly);
}

/** The words of an operator in the menu of a type. */
export function operatorLabel(operator: Operator, type: FieldType): string {
  const { label, labels } = operatorInfo(operator);
  return labels?.[type] ?? label;
}
