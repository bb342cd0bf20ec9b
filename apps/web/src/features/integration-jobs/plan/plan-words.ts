import type { SyncPlan } from '@quarry/contracts';
import { formatNumber, formatPercentage, plural } from '../../../lib/format.ts';
import type { State } from '../../../ui/StateBadge.tsx';

type Action = SyncPlan['sample'][number]['action'];

const ACTIONS: Readonly<Record<Action, { readonly label: string; readonly state: State }>> = {
  create: { label: 'Create', state: 'live' },
  update: { label: 'Update', state: 'static' },
  skip: { label: 'Skip', state: 'draft' },
  ambiguous: { label: 'Several matches', state: 'pending' },
  fail: { label: 'Fail', state: 'failed' },
  restore: { label: 'Restore', state: 'static' },
  archive: { label: 'Archive', state: 'pending' },
  keep: { label: 'Keep', state: 'draft' },
};

export const actionState = (action: Action) => ACTIONS[action];

/** `45 seconds`, `4 minutes`, `2.5 hours`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return plural(Math.max(1, Math.round(seconds)), 'second');
  if (seconds < 5_400) return plural(Math.round(seconds / 60), 'minute');
  return plural(Math.round(seconds / 360) / 10, 'hour');
}

/** What a plan costs: `120 calls, 0.05% of the 250,000 a day; 240,000 are left today`. Null if unknown. */
export function callsText(plan: Pick<SyncPlan, 'apiCalls' | 'dailyAllowance' | 'dailyRemaining'>): string | null {
  const { apiCalls, dailyAllowance, dailyRemaining } = plan;
  if (apiCalls === null) return null;
  const calls = plural(apiCalls, 'call');
  if (dailyAllowance === null || dailyAllowance === 0) return calls;
  const share = `${calls}, ${formatPercentage(apiCalls / dailyAllowance)} of the ${formatNumber(dailyAllowance)} a day`;
  return dailyRemaining === null ? share : `${share}; ${formatNumber(dailyRemaining)} are left today`;
}

/** True if the sync would have to wait for another day. */
export function exceedsDay({ apiCalls, dailyRemaining }: Pick<SyncPlan, 'apiCalls' | 'dailyRemaining'>): boolean {
  return apiCalls !== null && dailyRemaining !== null && apiCalls > dailyRemaining;
}
