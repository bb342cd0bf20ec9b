import { describe, expect, test } from 'vitest';
import { countRules, FILTER_LIMITS, type FilterGroup, type FilterNode, filterGroup, listRules } from './filter.ts';

const rule = (id: string, value: unknown = ['x']) => ({ id, field: 'name', operator: 'isOneOf', value });
const group = (rules: unknown[], extra: object = {}) => ({ id: 'g', combinator: 'and', rules, ...extra });

function nested(depth: number): unknown {
  let node: unknown = group([rule('deepest')]);
  for (let level = 1; level < depth; level += 1) node = group([node]);
  return node;
}

function messagesOf(input: unknown): string[] {
  return filterGroup.safeParse(input).error?.issues.map((issue) => issue.message) ?? [];
}

describe('incoming criteria', () => {
  test('are accepted up to the limits', () => {
    expect(messagesOf(nested(FILTER_LIMITS.depth))).toEqual([]);
    expect(messagesOf(group(Array.from({ length: 1000 }, (_, at) => rule(`${at}`))))).toEqual([]);
    expect(messagesOf(group([rule('1', Array(5000).fill('x'.repeat(10)))]))).toEqual([]);
    const labelled = group([group([], { label: 'any', not: true }), { ...rule('1'), configId: 'c' }]);
    expect(filterGroup.parse(labelled)).toEqual(labelled);
  });

  test('fail validation beyond the limits', () => {
    expect(messagesOf(nested(FILTER_LIMITS.depth + 1))).toEqual(['Groups can be nested at most 10 deep']);
    expect(messagesOf(nested(100_000))).toEqual(['Groups can be nested at most 10 deep']);
    const tooMany = ['Criteria can have at most 1000 conditions and 1000 groups'];
    expect(messagesOf(group(Array.from({ length: 10_000 }, (_, at) => rule(`${at}`))))).toEqual(tooMany);
    expect(messagesOf(group(Array(3).fill(group(Array(400).fill(rule('1'))))))).toEqual(tooMany);
    expect(messagesOf(group(Array(3).fill(group(Array(400).fill(group([]))))))).toEqual(tooMany);
    expect(messagesOf(group([rule('1', Array(5001).fill('x'))]))).toEqual(['A condition can have at most 5000 values']);
    expect(messagesOf(group([rule('1', ['x'.repeat(1001)])]))).toEqual(['A text can have at most 1000 characters']);
    const loop: { rules: unknown[] } = { rules: [] };
    loop.rules.push(loop);
    expect(messagesOf(loop)).toEqual(['Groups can be nested at most 10 deep']);
  });

  test.each([
    ['too many values', rule('1', Array(5001).fill('x'))],
    ['a long text', rule('1', ['x'.repeat(1001)])],
    ['NUL', rule('1', ['a\0b'])],
    ['half a surrogate pair', rule('1', ['\ud83d'])],
    ['NaN', rule('1', Number.NaN)],
    ['an infinite number', rule('1', Number.POSITIVE_INFINITY)],
    ['a nested value', rule('1', [['x']])],
    ['no field', { id: '1', operator: 'exists' }],
    ['a node that is both a group and a rule', { ...rule('1'), rules: [] }],
    ['a text', 'name = 1'],
    ['nothing', null],
  ])('are rejected if they contain %s', (_, node) => {
    expect(filterGroup.safeParse(group([node])).success).toBe(false);
  });

  test('keep all other characters unchanged', () => {
    const value = ["'; DROP TABLE x;--", '\u0001\u007f', '{p1:String}', '\\', '\u202e', '👩‍💻'];
    expect(filterGroup.parse(group([rule('1', value)])).rules).toEqual([rule('1', value)]);
  });

  test.each(['text', 5, null, undefined, [], { rules: 'x' }, { id: 'g', combinator: 'xor', rules: [] }])(
    'cannot be %j',
    (input) => {
      expect(filterGroup.safeParse(input).success).toBe(false);
    },
  );
});

test('rules are listed in reading order', () => {
  const leaf = (id: string): FilterNode => ({ id, field: 'f', operator: 'exists' });
  const tree: FilterGroup = {
    id: 'g',
    combinator: 'and',
    rules: [leaf('1'), { id: 'h', combinator: 'or', rules: [leaf('2'), leaf('3')] }, leaf('4')],
  };
  expect(listRules(tree).map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  expect(countRules(tree)).toBe(4);
  expect(countRules(null)).toBe(0);
});
