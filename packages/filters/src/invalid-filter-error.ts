/** Why one rule cannot be evaluated, in words for the person who made it. */
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
