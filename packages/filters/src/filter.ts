import { z } from 'zod';

/** Limits of criteria. Depth counts groups, starting at 1 for the root; `number` is the largest magnitude. */
export const FILTER_LIMITS = { depth: 10, rules: 1000, values: 5000, textLength: 1000, number: 1e18 } as const;

export const RELATIVE_DATE_UNITS = ['days', 'weeks', 'months', 'years'] as const;
export type RelativeDateUnit = (typeof RELATIVE_DATE_UNITS)[number];

/** `amount` units before today. */
export interface RelativeDate {
  amount: number;
  unit: string;
}

/** A rule's value; `validateFilter` checks that it suits the operator. */
export type RuleValue = string | number | boolean | (string | number)[] | RelativeDate | null;

/** One condition on one field. */
export interface FilterRule {
  id: string;
  field: string;
  operator: string;
  value?: RuleValue | undefined;
  /** The config of the field's dynamic data block. */
  configId?: string | undefined;
}

/** Rules and groups combined by and/or; `not` negates the whole group. */
export interface FilterGroup {
  id: string;
  combinator: 'and' | 'or';
  not?: boolean | undefined;
  label?: string | undefined;
  rules: FilterNode[];
}

export type FilterNode = FilterGroup | FilterRule;

export function isGroup(node: FilterNode): node is FilterGroup {
  return 'rules' in node;
}

/** All rules of a tree in reading order. Doesn't recurse, so depth is no limit. */
export function listRules(group: FilterGroup): FilterRule[] {
  const rules: FilterRule[] = [];
  const stack: FilterNode[] = [group];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isGroup(node)) stack.push(...node.rules.toReversed());
    else rules.push(node);
  }
  return rules;
}

export function countRules(group: FilterGroup | null | undefined): number {
  return group ? listRules(group).length : 0;
}

/** The stores accept neither NUL nor lone surrogates. */
function findTextProblem(text: string): string | undefined {
  if (text.length > FILTER_LIMITS.textLength) return `A text can have at most ${FILTER_LIMITS.textLength} characters`;
  if (!text.isWellFormed() || text.includes('\0')) return 'A text contains characters that cannot be stored';
  return undefined;
}

const safeText = z
  .string()
  .max(FILTER_LIMITS.textLength)
  .refine((text) => findTextProblem(text) === undefined, 'A text contains characters that cannot be stored');
const safeNumber = z.number().min(-FILTER_LIMITS.number).max(FILTER_LIMITS.number);
const name = safeText.min(1).max(300);

export const filterRule: z.ZodType<FilterRule, FilterRule> = z.object({
  id: name,
  field: name,
  operator: z.string().min(1).max(64),
  value: z
    .union([
      safeText,
      safeNumber,
      z.boolean(),
      z.array(z.union([safeText, safeNumber])).max(FILTER_LIMITS.values),
      z.object({ amount: safeNumber, unit: z.string().max(20) }),
    ])
    .nullish(),
  configId: name.optional(),
});

const groupShape = z.object({
  id: name,
  combinator: z.enum(['and', 'or']),
  not: z.boolean().optional(),
  label: safeText.max(255).optional(),
  get rules(): z.ZodArray<z.ZodType<FilterNode, FilterNode>> {
    return z.array(z.union([filterRule, groupShape], { error: 'Neither a condition nor a group of conditions' }));
  },
});

/**
 * Incoming criteria. Size and depth are checked first and without recursion, so hostile input ends in an ordinary
 * validation error.
 */
export const filterGroup = withCriteriaInput(z.preprocess(rejectInvalid, groupShape));

/** Narrows the input type, which is `unknown` for a preprocessed schema, so callers send typed criteria. */
function withCriteriaInput(schema: z.ZodType<FilterGroup>): z.ZodType<FilterGroup, FilterGroup> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- input that passes was already a FilterGroup
  return schema as z.ZodType<FilterGroup, FilterGroup>;
}

function rejectInvalid(input: unknown, context: z.RefinementCtx): unknown {
  const problem = findProblem(input);
  if (problem === undefined) return input;
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
}

/** Explains a problem that the schema would only report as a mismatch of every alternative. */
function findValueProblem(value: unknown): string | undefined {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > FILTER_LIMITS.values) return `A condition can have at most ${FILTER_LIMITS.values} values`;
  for (const entry of values) {
    const problem = typeof entry === 'string' ? findTextProblem(entry) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findProblem(root: unknown): string | undefined {
  const stack = [{ node: root, depth: 1 }];
  let rules = 0;
  let groups = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next;
    if (typeof node !== 'object' || node === null) continue;
    if (!('rules' in node)) {
      rules += 1;
      const problem = 'value' in node ? findValueProblem(node.value) : undefined;
      if (problem !== undefined) return problem;
    } else {
      if ('field' in node || 'operator' in node) return 'A condition cannot also be a group';
      groups += 1;
      if (depth > FILTER_LIMITS.depth) return `Groups can be nested at most ${FILTER_LIMITS.depth} deep`;
      if (Array.isArray(node.rules)) {
        if (node.rules.length > FILTER_LIMITS.rules) return TOO_MANY;
        for (const child of node.rules) stack.push({ node: child, depth: depth + 1 });
      }
    }
    if (rules > FILTER_LIMITS.rules || groups > FILTER_LIMITS.rules) return TOO_MANY;
  }
  return undefined;
}

const TOO_MANY = `Criteria can have at most ${FILTER_LIMITS.rules} conditions and ${FILTER_LIMITS.rules} groups`;
