import { FIELD_TYPE_NAMES, type FieldType, traitsOf, type ValueForm } from './field-types.ts';

/** The form of a rule's `value` under an operator. Percentages are fractions; dates are `yyyy-mm-dd`. */
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

interface OperatorTexts {
  /** The text in the operator menu. */
  readonly label: string;
  /** Other labels for some types. */
  readonly labels?: Readonly<Partial<Record<FieldType, string>>>;
  /** The text in a sentence, with `{}` for the value. */
  readonly phrase: string;
}

interface OperatorRules {
  readonly types: readonly FieldType[];
  readonly valueKind: ValueKind;
  /** Searches for folded values within texts; other operators compare whole texts in lower case. */
  readonly isSubstring?: boolean;
  /** Only offered and accepted in criteria that staff edit. */
  readonly staffOnly?: boolean;
}

export type OperatorInfo = OperatorTexts & OperatorRules;

type CatalogueEntry = OperatorTexts & (OperatorRules | { readonly negates: string });

function typesOf(form: ValueForm): FieldType[] {
  return FIELD_TYPE_NAMES.filter((type) => traitsOf(type).form === form);
}

const TEXTS = typesOf('text');
const NUMBERS = typesOf('number');
const DATES = typesOf('date');
const BOOLEANS = typesOf('boolean');
const LISTS = typesOf('list');
const LISTS_OF_CHOICES = LISTS.filter((type) => traitsOf(type).isChoice);

/**
 * Every operator, in menu order. A negative operator is the exact complement of the one that it negates, including empty
 * values, and shares its types and value kind.
 */
export const OPERATORS = {
  isOneOf: { label: 'is one of', phrase: 'is one of {}', types: TEXTS, valueKind: 'texts' },
  notOneOf: {
    label: 'not one of',
    labels: { Picklist: 'is not one of' },
    phrase: 'is not one of {}',
    negates: 'isOneOf',
  },
  containsText: {
    label: 'contains text',
    phrase: 'contains text {}',
    types: TEXTS,
    valueKind: 'texts',
    isSubstring: true,
  },
  notContainsText: { label: 'not contains text', phrase: 'does not contain text {}', negates: 'containsText' },
  equals: { label: 'equals', phrase: 'equals {}', types: TEXTS, valueKind: 'text', staffOnly: true },
  notEquals: { label: 'not equals', phrase: 'does not equal {}', negates: 'equals' },
  beginsWith: { label: 'begins with', phrase: 'begins with {}', types: TEXTS, valueKind: 'text', staffOnly: true },
  notBeginsWith: { label: 'not begins with', phrase: 'does not begin with {}', negates: 'beginsWith' },
  endsWith: { label: 'ends with', phrase: 'ends with {}', types: TEXTS, valueKind: 'text', staffOnly: true },
  notEndsWith: { label: 'not ends with', phrase: 'does not end with {}', negates: 'endsWith' },
  matchesRegex: {
    label: 'matches regex',
    phrase: 'matches the pattern {}',
    types: TEXTS,
    valueKind: 'text',
    staffOnly: true,
  },
  notMatchesRegex: { label: 'not matches regex', phrase: 'does not match the pattern {}', negates: 'matchesRegex' },
  gt: { label: 'greater than', phrase: 'is greater than {}', types: NUMBERS, valueKind: 'number' },
  gte: { label: 'greater than or equal', phrase: 'is at least {}', types: NUMBERS, valueKind: 'number' },
  lt: { label: 'less than', phrase: 'is less than {}', types: NUMBERS, valueKind: 'number' },
  lte: { label: 'less than or equal', phrase: 'is at most {}', types: NUMBERS, valueKind: 'number' },
  equalTo: { label: 'equal', phrase: 'is equal to {}', types: NUMBERS, valueKind: 'number' },
  notEqualTo: { label: 'not equal', phrase: 'is not equal to {}', negates: 'equalTo' },
  between: { label: 'between', phrase: 'is between {}', types: NUMBERS, valueKind: 'numberRange' },
  isTrue: { label: 'yes', phrase: 'is yes', types: BOOLEANS, valueKind: 'none' },
  isFalse: { label: 'no', phrase: 'is no', negates: 'isTrue' },
  containsAnyOf: {
    label: 'contains any of',
    phrase: 'contains any of {}',
    types: LISTS_OF_CHOICES,
    valueKind: 'texts',
  },
  notContainsAnyOf: { label: 'not contains any of', phrase: 'does not contain any of {}', negates: 'containsAnyOf' },
  matchesAnyText: {
    label: 'matches any text',
    phrase: 'matches any text of {}',
    types: LISTS,
    valueKind: 'texts',
    isSubstring: true,
  },
  notMatchesAnyText: {
    label: 'does not match any text',
    phrase: 'does not match any text of {}',
    negates: 'matchesAnyText',
  },
  hasMoreItemsThan: {
    label: 'has more items than',
    phrase: 'has more items than {}',
    types: LISTS,
    valueKind: 'count',
  },
  hasFewerItemsThan: {
    label: 'has fewer items than',
    phrase: 'has fewer items than {}',
    types: LISTS,
    valueKind: 'count',
  },
  dateEqual: { label: 'equal', phrase: 'is on {}', types: DATES, valueKind: 'date' },
  dateNotEqual: { label: 'not equal', phrase: 'is not on {}', negates: 'dateEqual' },
  dateSince: { label: 'since', phrase: 'is since {}', types: DATES, valueKind: 'date' },
  dateBefore: { label: 'before', phrase: 'is before {}', types: DATES, valueKind: 'date' },
  dateBetween: { label: 'between', phrase: 'is between {}', types: DATES, valueKind: 'dateRange' },
  dateSinceRelative: { label: 'since relative', phrase: 'is since {} ago', types: DATES, valueKind: 'relativeDate' },
  dateBeforeRelative: { label: 'before relative', phrase: 'is before {} ago', types: DATES, valueKind: 'relativeDate' },
  exists: {
    label: 'exists',
    labels: { Boolean: 'known' },
    phrase: 'exists',
    types: FIELD_TYPE_NAMES,
    valueKind: 'none',
  },
  notExists: {
    label: 'not exists',
    labels: { Boolean: 'unknown' },
    phrase: 'does not exist',
    negates: 'exists',
  },
} as const satisfies Record<string, CatalogueEntry>;

type Catalogue = typeof OPERATORS;

/** An operator's name on the wire. */
export type Operator = keyof Catalogue;

type NegativeOperator = { [O in Operator]: Catalogue[O] extends { negates: string } ? O : never }[Operator];

/** The operators that compilers and evaluators know; the others are their complements. */
export type PositiveOperator = Exclude<Operator, NegativeOperator>;

/** The positive operators whose rules carry a value of the kind. */
export type OperatorOf<K extends ValueKind> = {
  [O in PositiveOperator]: Catalogue[O]['valueKind'] extends K ? O : never;
}[PositiveOperator];

const OPERATOR_NAMES = Object.keys(OPERATORS).filter(isOperator);

export function isOperator(name: string): name is Operator {
  return Object.hasOwn(OPERATORS, name);
}

function isNegative(operator: Operator): operator is NegativeOperator {
  return 'negates' in OPERATORS[operator];
}

/** The operator itself or the one that it negates. */
export function positiveOf(operator: Operator): { positive: PositiveOperator; isNegated: boolean } {
  return isNegative(operator)
    ? { positive: OPERATORS[operator].negates, isNegated: true }
    : { positive: operator, isNegated: false };
}

/** An operator's catalogue entry; a negative operator gets types and value kind from the one that it negates. */
export function operatorInfo(operator: Operator): OperatorInfo {
  const operatorTexts: OperatorTexts = OPERATORS[operator];
  const {
    types,
    valueKind,
    isSubstring = false,
    staffOnly = false,
  }: OperatorRules = OPERATORS[positiveOf(operator).positive];
  return { ...operatorTexts, types, valueKind, isSubstring, staffOnly };
}

/** Narrows an operator by its value kind. */
export function takesValueKind<K extends ValueKind>(operator: PositiveOperator, kind: K): operator is OperatorOf<K> {
  return OPERATORS[operator].valueKind === kind;
}

/** The operators of a type in menu order, with staff-only ones for staff. */
export function operatorsFor(type: FieldType, options: { staff?: boolean } = {}): Operator[] {
  return OPERATOR_NAMES.filter((name) => isOperatorAllowed(name, type, options));
}

/** The operator that a new condition starts with: the one that most often finds something. */
export function startOperator(type: FieldType): Operator {
  const { form, isChoice } = traitsOf(type);
  switch (form) {
    case 'text':
      return isChoice ? 'isOneOf' : 'containsText';
    case 'number':
      return 'gte';
    case 'date':
      return 'dateSinceRelative';
    case 'boolean':
      return 'isTrue';
    case 'list':
      return isChoice ? 'containsAnyOf' : 'matchesAnyText';
  }
}

export function isOperatorAllowed(operator: Operator, type: FieldType, options: { staff?: boolean } = {}): boolean {
  const { types, staffOnly } = operatorInfo(operator);
  return types.includes(type) && (options.staff === true || staffOnly !== true);
}

/** An operator's label in the menu of a type. */
export function operatorLabel(operator: Operator, type: FieldType): string {
  const { label, labels } = operatorInfo(operator);
  return labels?.[type] ?? label;
}
