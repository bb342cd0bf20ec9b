import type { ScoredCompany } from '@quarry/contracts';

const NAMED_MOVERS = 3;

/** A company's score under the saved rules and under the edited ones. */
export interface ScoreChange {
  readonly companyId: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
}

/** The shown companies whose score an edit changes, those that it moves most first. */
export function scoreChanges(before: readonly ScoredCompany[], after: readonly ScoredCompany[]): ScoreChange[] {
  const scores = new Map(before.map((company) => [company.__company_id, company.__previewScore]));
  return after
    .flatMap((company): ScoreChange[] => {
      const score = scores.get(company.__company_id);
      if (score === undefined || score === company.__previewScore) return [];
      const name = company.name || company.__domain;
      return [{ companyId: company.__company_id, name, before: score, after: company.__previewScore }];
    })
    .toSorted((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before));
}

/** The companies to name. */
export function topMovers(changes: readonly ScoreChange[]): readonly ScoreChange[] {
  return changes.slice(0, NAMED_MOVERS);
}

/** A number of points with its sign: `+7`, `−3`, `0`. */
export function signed(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${Math.abs(points)}`;
}
