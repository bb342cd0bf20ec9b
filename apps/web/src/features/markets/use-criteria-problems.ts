import type { FilterGroup } from '@quarry/filters';
import { useMemo, useState } from 'react';
import { criteriaKey } from '../../lib/criteria-key.ts';
import { findCriteriaProblems } from '../data-blocks/criteria-problems.ts';
import type { DataPointIndex } from '../data-blocks/data-point-index.ts';

export interface CriteriaProblems {
  /** By rule id: problems found on the last attempt to use the criteria, or reported by the server. */
  readonly visible: ReadonlyMap<string, string>;
  readonly isValid: boolean;
  /** Returns true if the criteria are valid; otherwise their problems become visible. */
  readonly check: () => boolean;
  /** Shows the server's problems until the criteria change. */
  readonly showFromServer: (problems: readonly { ruleId: string; reason: string }[]) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Validates criteria while they are edited, but hides problems until the user tries to use them. */
export function useCriteriaProblems(criteria: FilterGroup, points: DataPointIndex): CriteriaProblems {
  const [isAttempted, setAttempted] = useState(false);
  const [fromServer, setFromServer] = useState<{ key: string; problems: ReadonlyMap<string, string> } | null>(null);
  const found = useMemo(() => findCriteriaProblems(criteria, points), [criteria, points]);
  const key = useMemo(() => criteriaKey(criteria), [criteria]);
  const serverProblems = fromServer?.key === key ? fromServer.problems : NONE;
  return {
    visible: isAttempted && found.size > 0 ? found : serverProblems,
    isValid: found.size === 0,
    check: () => {
      setAttempted(found.size > 0);
      return found.size === 0;
    },
    showFromServer: (problems) =>
      setFromServer({ key, problems: new Map(problems.map(({ ruleId, reason }) => [ruleId, reason])) }),
    clear: () => {
      setAttempted(false);
      setFromServer(null);
    },
  };
}
