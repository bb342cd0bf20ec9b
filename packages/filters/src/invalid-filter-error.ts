/** Why a rule cannot be evaluated, worded for the person who created it. */
export interface RuleProblem {
  ruleId: string;
  reason: string;
}

/** Criteria that cannot be evaluated, with every broken rule. */
export class InvalidFilterError extends Error {
  readonly problems: readonly RuleProblem[];
  constructor(problems: readonly RuleProblem[], message = 'Some conditions are not valid') {
    super(message);
    this.name = 'InvalidFilterError';
    this.problems = problems;
  }
  /** The broken rules, each once. */
  get ruleIds(): string[] {
    return [...new Set(this.problems.map(({ ruleId }) => ruleId))];
  }
}
