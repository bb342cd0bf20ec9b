import type { explainMarketCompany, FieldValue, OutputOf } from '@quarry/contracts';
import {
  type DescribeOptions,
  describeRule,
  type FieldLookup,
  type FieldType,
  type FilterGroup,
  type FilterNode,
  isGroup,
} from '@quarry/filters';

export type Explanation = OutputOf<typeof explainMarketCompany>;
/** `unknown`: the company has no value, so the rule fails. */
export type Verdict = Explanation['rules'][number]['verdict'];

/** A condition in words, with the company's value. */
export interface ExplainedRule {
  readonly id: string;
  readonly text: string;
  readonly fieldName: string;
  readonly type: FieldType;
  readonly value: FieldValue;
  readonly verdict: Verdict;
}

/** A group in words; `isMatch` includes its negation. */
export interface ExplainedGroup {
  readonly id: string;
  readonly text: string;
  readonly combinator: FilterGroup['combinator'];
  readonly isMatch: boolean;
  readonly children: readonly ExplainedNode[];
}

export type ExplainedNode = ExplainedRule | ExplainedGroup;

export function isExplainedGroup(node: ExplainedNode): node is ExplainedGroup {
  return 'children' in node;
}

/** A group's combinator and negation in words. */
export function groupText({ combinator, not }: Pick<FilterGroup, 'combinator' | 'not'>): string {
  if (combinator === 'and')
    return not === true ? 'Not all of these conditions are true' : 'All of these conditions are true';
  return not === true ? 'None of these conditions is true' : 'At least one of these conditions is true';
}

/** The criteria as a tree of sentences with values and verdicts. */
export function explainTree(
  criteria: FilterGroup,
  explanation: Explanation,
  fields: FieldLookup,
  options: DescribeOptions = {},
): ExplainedGroup {
  const rules = new Map(explanation.rules.map((rule) => [rule.ruleId, rule]));
  const groups = new Map(explanation.groups.map(({ groupId, isMatch }) => [groupId, isMatch]));
  const explainGroup = (group: FilterGroup): ExplainedGroup => ({
    id: group.id,
    text: groupText(group),
    combinator: group.combinator,
    // The root's verdict is the overall one, even if another group has the same id.
    isMatch: group === criteria ? explanation.isMatch : (groups.get(group.id) ?? false),
    children: group.rules.map(explainNode),
  });
  const explainNode = (node: FilterNode): ExplainedNode => {
    if (isGroup(node)) return explainGroup(node);
    const found = rules.get(node.id);
    return {
      id: node.id,
      text: describeRule(node, fields, options),
      fieldName: node.field,
      type: fields(node.field, node.configId)?.type ?? 'String',
      value: found?.value ?? null,
      verdict: found?.verdict ?? 'unknown',
    };
  };
  return explainGroup(criteria);
}
