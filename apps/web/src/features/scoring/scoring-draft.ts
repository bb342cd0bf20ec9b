import type { ScoringConfig, ScoringRule } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { z } from 'zod';
import { ruleDraft } from '../../lib/local-draft.ts';
import { blankRule } from '../../ui/filter-builder/filter-tree.ts';
import type { StartRules } from './rules-hash.ts';

/** The points of a rule until people set others. */
const NEW_RULE_SCORE = 5;

/** An edited scoring field, whose rules may be incomplete; `base` is the field as last read or saved. */
export interface ScoringDraft {
  readonly name: string;
  readonly rules: readonly ScoringRule[];
  /** The analysis report that the rules come from. */
  readonly reportId: string | null;
  readonly base: {
    readonly name: string;
    readonly rules: readonly ScoringRule[];
    /** Null if the field was never saved. */
    readonly lastModifiedAt: string | null;
  };
}

const rulesDraft = z.array(ruleDraft.extend({ score: z.number() }));

/** An edited scoring field as this browser keeps it. */
export const keptScoringDraft: z.ZodType<ScoringDraft> = z.object({
  name: z.string(),
  rules: rulesDraft,
  reportId: z.string().nullable(),
  base: z.object({ name: z.string(), rules: rulesDraft, lastModifiedAt: z.string().nullable() }),
});

export function newDraft(name: string, start: StartRules | null): ScoringDraft {
  return {
    name,
    rules: start?.rules ?? [blankScoringRule()],
    reportId: start?.reportId ?? null,
    base: { name, rules: [], lastModifiedAt: null },
  };
}

export function savedDraft(config: ScoringConfig): ScoringDraft {
  const { name, rules, lastModifiedAt } = config;
  return {
    name,
    rules,
    reportId: config.associatedScoringAnalysisReportId,
    base: { name, rules, lastModifiedAt },
  };
}

export function blankScoringRule(): ScoringRule {
  return { ...blankRule(), score: NEW_RULE_SCORE };
}

/** Rules without a field are not there yet. */
export function chosenRules(rules: readonly ScoringRule[]): ScoringRule[] {
  return rules.filter(({ field }) => field !== '');
}

export function isDirty({ name, rules, base }: ScoringDraft): boolean {
  return name.trim() !== base.name || rulesKey(chosenRules(rules)) !== rulesKey(base.rules);
}

/** True if someone else saved other rules since these were read. */
export function isOutdated({ base }: ScoringDraft, config: ScoringConfig): boolean {
  const isNewer = base.lastModifiedAt !== null && config.lastModifiedAt > base.lastModifiedAt;
  return isNewer && (rulesKey(config.rules) !== rulesKey(base.rules) || config.name !== base.name);
}

/** The draft after `sent` was saved; keeps edits made during the save. */
export function applySave(
  draft: ScoringDraft,
  sent: Pick<ScoringDraft, 'name' | 'rules'>,
  saved: ScoringConfig,
): ScoringDraft {
  return {
    ...draft,
    name: draft.name === sent.name ? saved.name : draft.name,
    base: { name: saved.name, rules: chosenRules(sent.rules), lastModifiedAt: saved.lastModifiedAt },
  };
}

/** A string that is equal for rules that give every company the same points. */
export function rulesKey(rules: readonly ScoringRule[]): string {
  return JSON.stringify(
    rules.map(({ id, field, operator, value, configId, score }) => {
      const isRelative = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [id, field, operator, isRelative ? [value.amount, value.unit] : (value ?? null), configId ?? null, score];
    }),
  );
}

/** The rules as the filter builder edits them. */
export function asGroup(rules: readonly ScoringRule[]): FilterGroup {
  const conditions = rules.map(({ id, field, operator, value, configId }) => ({
    id,
    field,
    operator,
    value: value ?? null,
    ...(configId === undefined ? {} : { configId }),
  }));
  return { id: 'rules', combinator: 'or', rules: conditions };
}

/** What the filter builder edited, with the points that the rules had. */
export function fromGroup(group: FilterGroup, before: readonly ScoringRule[]): ScoringRule[] {
  const scores = new Map(before.map(({ id, score }) => [id, score]));
  return group.rules.flatMap((node) =>
    'rules' in node ? [] : [{ ...node, score: scores.get(node.id) ?? NEW_RULE_SCORE }],
  );
}
