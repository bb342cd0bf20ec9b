import {
  type FindingGroup,
  MAX_ANALYSIS_RULES,
  pointsOf,
  type ScoreFinding,
  type ScoringRule,
} from '@quarry/contracts';

/** The ids of the findings that a report suggests. */
export function suggestedIds(groups: readonly FindingGroup[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ findings }) => findings.filter(isSuggested).map(({ id }) => id)));
}

const isSuggested = ({ isOnByDefault }: ScoreFinding) => isOnByDefault;

/** The rules of the chosen findings, in the order of the report. */
export function selectedRules(groups: readonly FindingGroup[], ids: ReadonlySet<string>): ScoringRule[] {
  const findings = groups.flatMap((group) => group.findings.filter(({ id }) => ids.has(id)));
  return findings.map(({ rule, score }) => ({ ...rule, score: pointsOf(score) }));
}

/** Why these findings cannot be saved as a scoring field; null if they can. */
export function noSaveReason(count: number): string | null {
  if (count === 0) return 'Select at least one rule';
  return count > MAX_ANALYSIS_RULES ? 'You must select less than 100 rules' : null;
}
