import type { SchemaField } from '@quarry/contracts';
import { type FilterGroup, type RuleProblem, validateFilter } from '@quarry/filters';
import { useMemo, useState } from 'react';
import { emptyRoot, ruleIsBlank } from '../../ui/filter-builder/filter-tree.ts';
import { toFilterFields } from '../datasets/fields.ts';

/** Filters being edited; they count once they are applied. */
export interface FilterDraft {
  readonly value: FilterGroup;
  readonly setValue: (value: FilterGroup) => void;
  /** Whether they differ from the applied ones. */
  readonly isDirty: boolean;
  /** Why rules cannot be applied, by rule id; of the draft only after someone tried, else what the server said. */
  readonly problems: ReadonlyMap<string, string>;
  readonly isValid: boolean;
  /** Tries to apply: true when every rule is whole, else the reasons show. */
  readonly check: () => boolean;
  /** The filters to apply; null for none. */
  readonly applied: () => FilterGroup | null;
  readonly discard: () => void;
}

/** Keeps the edited filters apart from the applied ones; new applied ones (a chip removed, Back) replace the draft. */
export function useFilterDraft(
  schema: readonly SchemaField[],
  applied: FilterGroup | null,
  serverProblems: readonly RuleProblem[],
): FilterDraft {
  const appliedKey = JSON.stringify(applied);
  const [base, setBase] = useState(() => ({ key: appliedKey, root: applied ?? emptyRoot() }));
  const [edited, setEdited] = useState<FilterGroup | null>(null);
  const [isAttempted, setAttempted] = useState(false);
  if (base.key !== appliedKey) {
    setBase({ key: appliedKey, root: applied ?? emptyRoot() });
    setEdited(null);
    setAttempted(false);
  }
  const current = edited ?? base.root;
  const fields = useMemo(() => new Map(toFilterFields(schema).map((field) => [field.fieldName, field])), [schema]);
  const found = useMemo(
    () =>
      validateFilter(current, fields).map((problem) => ({
        ...problem,
        reason: ruleIsBlank(current, problem.ruleId) ? 'Choose a data point' : problem.reason,
      })),
    [current, fields],
  );
  const value = current.rules.length === 0 ? null : current;
  const isDirty = edited !== null && JSON.stringify(value) !== appliedKey;
  const shown = isAttempted ? found : edited === null ? serverProblems : [];
  return {
    value: current,
    setValue: setEdited,
    isDirty,
    problems: new Map(shown.map(({ ruleId, reason }) => [ruleId, reason])),
    isValid: found.length === 0,
    check: () => {
      setAttempted(found.length > 0);
      return found.length === 0;
    },
    applied: () => value,
    discard: () => {
      setEdited(null);
      setAttempted(false);
    },
  };
}
