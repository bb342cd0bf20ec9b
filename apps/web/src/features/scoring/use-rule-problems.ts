import type { ScoringRule } from '@quarry/contracts';
import { checkRule, type KnownFields, type RuleProblem } from '@quarry/filters';
import { useMemo, useState } from 'react';
import { chosenRules, rulesKey } from './scoring-draft.ts';

export interface RuleProblems {
  /** By rule id: those found on the last attempt to save, or reported by the server. */
  readonly visible: ReadonlyMap<string, string>;
  /** The rules that companies can be scored by. */
  readonly usable: readonly ScoringRule[];
  /** Returns true if all rules with a field are valid; otherwise their problems become visible. */
  readonly check: () => boolean;
  /** Shows the server's problems until the rules change. */
  readonly showFromServer: (problems: readonly RuleProblem[]) => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Validates rules while they are edited, but hides problems until people try to save. Memoise `fields`. */
export function useRuleProblems(rules: readonly ScoringRule[], fields: KnownFields): RuleProblems {
  const [isAttempted, setAttempted] = useState(false);
  const [fromServer, setFromServer] = useState<{ key: string; problems: ReadonlyMap<string, string> } | null>(null);
  const { usable, found } = useMemo(() => {
    const found = new Map<string, string>();
    for (const rule of chosenRules(rules)) {
      const check = checkRule(rule, fields);
      if ('reason' in check) found.set(rule.id, check.reason);
    }
    return { found, usable: chosenRules(rules).filter(({ id }) => !found.has(id)) };
  }, [rules, fields]);
  const key = rulesKey(rules);
  const serverProblems = fromServer?.key === key ? fromServer.problems : NONE;
  return {
    visible: isAttempted && found.size > 0 ? found : serverProblems,
    usable,
    check: () => {
      setAttempted(found.size > 0);
      return found.size === 0;
    },
    showFromServer: (problems) =>
      setFromServer({ key, problems: new Map(problems.map(({ ruleId, reason }) => [ruleId, reason])) }),
  };
}
