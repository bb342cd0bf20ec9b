import type { SchemaField } from '@quarry/contracts';
import { type FilterGroup, type RuleProblem, validateFilter } from '@quarry/filters';
import { useMemo, useState } from 'react';
import { emptyRoot, ruleIsBlank } from '../../ui/filter-builder/filter-tree.ts';
import { toFilterFields } from '../datasets/fields.ts';

/** Filters being edited, but not applied yet. */
export interface FilterDraft {
  readonly value: FilterGroup;
  readonly setValue: (value: FilterGroup) => void;
  /** The draft differs from the applied filters. */
  readonly isDirty: boolean;
  /** Problems by rule id: of the draft once someone tried to apply it, else those that the server found. */
  readonly problems: ReadonlyMap<string, string>;
  readonly isValid: boolean;
  /** True if every rule is valid; otherwise makes the problems visible. */
  readonly check: () => boolean;
  /** The filters to apply; null for none. */
  readonly filters: FilterGroup | null;
  readonly discard: () => void;
}

/** Holds edited filters until they are applied. Newly applied ones (a chip removed, Back) replace the draft. */
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
  const draftProblems = useMemo(
    () =>
      validateFilter(current, fields).map((problem) => ({
        ...problem,
        reason: ruleIsBlank(current, problem.ruleId) ? 'Choose a data point' : problem.reason,
      })),
    [current, fields],
  );
  const filters = current.rules.length === 0 ? null : current;
  const isDirty = edited !== null && JSON.stringify(filters) !== appliedKey;
  const problems = isAttempted ? draftProblems : edited === null ? serverProblems : [];
  return {
    value: current,
    setValue: setEdited,
    isDirty,
    problems: new Map(problems.map(({ ruleId, reason }) => [ruleId, reason])),
    isValid: draftProblems.length === 0,
    check: () => {
      setAttempted(draftProblems.length > 0);
      return draftProblems.length === 0;
    },
    filters,
    discard: () => {
      setEdited(null);
      setAttempted(false);
    },
  };
}
