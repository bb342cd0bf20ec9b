import type { Persona } from '@quarry/contracts';
import type { State } from '../../../ui/StateBadge.tsx';

const ERRORS = {
  OUT_OF_CREDITS: 'Your account ran out of contact credits. What was found stays.',
  OUT_OF_PHONE_NUMBER_CREDITS: 'Your account ran out of phone number credits. What was found stays.',
  UNKNOWN: 'The search failed for an unknown reason. What was found stays; start it again to continue.',
} as const;

/** How a persona shows the state of its search. */
export function searchBadge({ searchStatus, errorReason }: Pick<Persona, 'searchStatus' | 'errorReason'>): {
  readonly state: State;
  readonly label: string;
  readonly hint: string | null;
} {
  switch (searchStatus) {
    case 'NEW':
      return { state: 'draft', label: 'Not searched', hint: null };
    case 'QUEUED':
      return { state: 'pending', label: 'Queued', hint: 'Starts after earlier searches' };
    case 'RUNNING':
      return { state: 'running', label: 'Searching', hint: null };
    case 'COMPLETE':
      return { state: 'live', label: 'Complete', hint: null };
    case 'ERROR':
      return { state: 'failed', label: 'Failed', hint: ERRORS[errorReason ?? 'UNKNOWN'] };
  }
}
