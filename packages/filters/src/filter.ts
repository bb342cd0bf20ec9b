import { z } from 'zod';

/** What criteria may hold at most. Depth counts groups, the root being 1; `number` is the largest magnitude. */
export const FILTER_LIMITS = { depth: 10, rules: 1000, values: 5000, textLength: 1000, number: 1e18 } as const;

/** Units of relative dates. */
export const RELATIVE_DATE_UNITS = ['days', 'weeks', 'months', 'years'] as const;
/** A unit of relative dates. */
export type RelativeDateUnit = (typeof RELATIVE_DATE_UNITS)[number];

/** So many units before today. */
export interface RelativeDate {
  amount: number;
  unit: string;
}

/** What a rule may carry. Whether it suits the operator is for `validateFilter` to say, rule by rule. */
export type RuleValue = string | number | boolean | (string | number)[] | RelativeDate | null;

/** One condition on one field. */
export interface FilterRule {
  id: string;
  field: string;
  operator: string;
  value?: RuleValue | undefined;
  /** Which config of a dynamic data block the field belongs to. */
  configId?: string | undefined;
}

/** Rules and groups joined by and/or; `not` negates the whole group. */
export interface FilterGroup {
  id: string;
  combinator: 'and' | 'or';
  not?: boolean | undefined;
  label?: string | undefined;
  rules: FilterNode[];
}

/** A node of the criteria tree. */
export type FilterNode = FilterGroup | FilterRule;

/** Whether a node is a group. */
export function isGroup(node: FilterNode): node is FilterGroup {
  return 'rules' in node;
}

/** All rules of a tree, in reading order, without recursion. */
export function listRules(group: FilterGroup): FilterRule[] {
  const found: FilterRule[] = [];
  const waiting: FilterNode[] = [group];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isGroup(node)) waiting.push(...node.rules.toReversed());
    else found.push(node);
  }
  return found;
}

/** How many rules a tree has; null counts 0. */
export function countRules(group: FilterGroup | null | undefined): number {
  return group ? listRules(group).length : 0;
}

/** Why a text cannot be used: the stores hold neither NUL nor halves of surrogate pairs. */
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

/** One condition, as it arrives. */
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
 * Criteria, as they arrive. Size and depth are checked first and without recursion, so that hostile input
 * ends in an ordinary validation failure.
 */
export const filterGroup = withCriteriaInput(z.preprocess(refuseUnusable, groupShape));

/** Narrows the input type, which a preprocessed schema gives as unknown; callers then send typed criteria. */
function withCriteriaInput(schema: z.ZodType<FilterGroup>): z.ZodType<FilterGroup, FilterGroup> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what passes was a FilterGroup on its way in, too
  return schema as z.ZodType<FilterGroup, FilterGroup>;
}

function refuseUnusable(input: unknown, context: z.RefinementCtx): unknown {
  const problem = findRefusal(input);
  if (problem === undefined) return input;
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
}

/** Says what the schema's own message, a bare mismatch of every alternative, would leave open. */
function findUnusableValue(value: unknown): string | undefined {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > FILTER_LIMITS.values) return `A condition can have at most ${FILTER_LIMITS.values} values`;
  for (const entry of values) {
    const problem = typeof entry === 'string' ? findTextProblem(entry) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findRefusal(root: unknown): string | undefined {
  const waiting = [{ node: root, depth: 1 }];
  let rules = 0;
  let groups = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    if (typeof node !== 'object' || node === null) continue;
    if (!('rules' in node)) {
      rules += 1;
      const problem = 'value' in node ? findUnusableValue(node.value) : undefined;
      if (problem !== undefined) return problem;
    } else {
      if ('field' in node || 'operator' in node) return 'A condition cannot be a group as well';
      groups += 1;
      if (depth > FILTER_LIMITS.depth) return `Groups can be nested at most ${FILTER_LIMITS.depth} deep`;
      if (Array.isArray(node.rules)) {
        if (node.rules.length > FILTER_LIMITS.rules) return TOO_MANY;
        for (const child of node.rules) waiting.push({ node: child, depth: depth + 1 });
      }
    }
    if (rules > FILTER_LIMITS.rules || groups > FILTER_LIMITS.rules) return TOO_MANY;
  }
  return undefined;
}

const TOO_MANY = `Criteria can have at most ${FILTER_LIMITS.rules} conditions and as many groups`;
