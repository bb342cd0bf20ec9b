import type { FilterGroup } from '@quarry/filters';
import { useMemo, useState } from 'react';
import { criteriaKey } from '../../lib/criteria-key.ts';
import { findCriteriaProblems } from '../data-blocks/criteria-problems.ts';
import type { DataPointIndex } from '../data-blocks/data-point-index.ts';

/** What is wrong with criteria that are being edited. */
export interface CriteriaProblems {
  /** To be shown, by rule id: once somebody tried to use the criteria, and what the server said of them. */
  readonly shown: ReadonlyMap<string, string>;
  readonly isValid: boolean;
  /** Whether the criteria can be used; else the reasons show from now on. */
  readonly check: () => boolean;
  /** Shows what the server said, until the criteria change. */
  readonly showFromServer: (problems: readonly { ruleId: string; reason: string }[]) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Validates criteria as they are edited; reasons stay out of sight until they matter. */
export function useCriteriaProblems(criteria: FilterGroup, points: DataPointIndex): CriteriaProblems {
  const [isAttempted, setAttempted] = useState(false);
  const [fromServer, setFromServer] = useState<{ key: string; problems: ReadonlyMap<string, string> } | null>(null);
  const found = useMemo(() => findCriteriaProblems(criteria, points), [criteria, points]);
  const key = useMemo(() => criteriaKey(criteria), [criteria]);
  const said = fromServer?.key === key ? fromServer.problems : NONE;
  return {
    shown: isAttempted && found.size > 0 ? found : said,
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
