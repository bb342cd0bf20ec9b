import fc from 'fast-check';
import { type FilterGroup, type FilterNode, RELATIVE_DATE_UNITS, type RuleValue } from '../src/filter.ts';
import { type Operator, operatorInfo, operatorsFor, positiveOf } from '../src/operators.ts';
import { REGIONS } from '../src/regions.ts';
import { anyDate, anyNumber, DOMAINS, TAG_IDS, TEST_FIELDS, type TestField } from './random-rows.ts';
import { anyPattern, anySearch } from './random-texts.ts';

type GroupKind = Pick<FilterGroup, 'combinator' | 'not'>;

/** One node of an outline, in a group of its depth, which it opens unless one is open. */
interface Line extends GroupKind {
  readonly node: FilterNode;
  readonly depth: number;
  /** Opens a new group in any case. */
  readonly opens: boolean;
}

const groupKind = {
  combinator: fc.constantFrom('and' as const, 'or' as const),
  not: fc.constantFrom(false, false, false, false, true),
};

/**
 * Criteria over the given rules: groups up to four deep, a few of them empty. Built from an outline, because a list of
 * lines shrinks to the one rule that matters, and nested groups don't.
 */
export function anyTree(rule: fc.Arbitrary<FilterNode>): fc.Arbitrary<FilterGroup> {
  const emptyGroup = fc.record({ ...groupKind, id: fc.constant(''), rules: fc.constant<FilterNode[]>([]) });
  const line = fc.record({
    ...groupKind,
    node: fc.oneof({ weight: 30, arbitrary: rule }, { weight: 1, arbitrary: emptyGroup }),
    depth: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
    opens: fc.boolean(),
  });
  const outline = fc.record({ ...groupKind, lines: fc.array(line, { maxLength: 10, size: 'max' }) });
  return outline.map(({ lines, ...root }) => treeOf(lines, root));
}

/** Numbers the nodes in reading order. */
function treeOf(lines: readonly Line[], rootKind: GroupKind): FilterGroup {
  let ids = 0;
  const group = ({ combinator, not }: GroupKind): FilterGroup => ({ id: `n${++ids}`, combinator, not, rules: [] });
  const root = group(rootKind);
  let open = [root];
  for (const line of lines) {
    open = open.slice(0, Math.max(line.opens ? line.depth : line.depth + 1, 1));
    while (open.length <= line.depth) {
      const inner = group(line);
      open.at(-1)?.rules.push(inner);
      open.push(inner);
    }
    open.at(-1)?.rules.push({ ...line.node, id: `n${++ids}` });
  }
  return root;
}

/** Criteria with any operator, staff-only ones included, and values that often match something. */
export const anyCriteria = anyTree(fc.oneof(...TEST_FIELDS.map(anyRule)));

function anyRule(field: TestField): fc.Arbitrary<FilterNode> {
  const { fieldName, configId, type } = field;
  const named = { id: '', field: fieldName, ...(configId !== undefined && { configId }) };
  const rules = operatorsFor(type, { staff: true }).map((operator) =>
    anyOperand(field, operator).map((value) => ({ ...named, operator, value })),
  );
  return fc.oneof(...rules);
}

function anyOperand(field: TestField, operator: Operator): fc.Arbitrary<RuleValue | undefined> {
  const entered = anyEntered(field);
  switch (operatorInfo(operator).valueKind) {
    case 'none':
      return fc.constant(undefined);
    case 'texts':
      return fc
        .oneof(
          { weight: 49, arbitrary: fc.array(entered, { maxLength: 4 }) },
          { weight: 1, arbitrary: fc.array(entered, { maxLength: 300, size: 'max' }) },
        )
        .map((texts) => [...texts, 'x']);
    case 'text':
      return positiveOf(operator).positive === 'matchesRegex' ? anyPattern : entered.map(orNotBlank);
    case 'number':
      return anyNumber;
    case 'count':
      return fc.nat(5);
    case 'numberRange':
      return fc.tuple(anyNumber, anyNumber);
    case 'date':
      return anyDate;
    case 'dateRange':
      return fc.tuple(anyDate, anyDate);
    case 'relativeDate':
      return fc.record({
        amount: fc.oneof({ weight: 9, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.nat(10_000) }),
        unit: fc.constantFrom(...RELATIVE_DATE_UNITS),
      });
  }
}

function anyEntered({ fieldName, isDomain }: TestField): fc.Arbitrary<string> {
  if (fieldName === 'tags') return fc.constantFrom(...TAG_IDS);
  if (isDomain === true) return fc.constantFrom(...DOMAINS, 'https://www.Stripe.com/pay', 'stripe', '.io');
  const region = fc.constantFrom(...Object.keys(REGIONS)).map((name) => `region:${name}`);
  return fc.oneof({ weight: 19, arbitrary: anySearch }, { weight: 1, arbitrary: region });
}

function orNotBlank(text: string): string {
  return text.replace(/[ \t\n\r\v\f]/g, '') === '' ? 'e' : text;
}
