import type { SchemaField } from '@quarry/contracts';
import { type FilterGroup, type RuleProblem, validateFilter } from '@quarry/filters';
import { useEffect, useMemo, useState } from 'react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { criteriaKey } from '../../lib/criteria-key.ts';
import { criteriaDraft, keepDraft, readDraft } from '../../lib/local-draft.ts';
import { emptyRoot, removeNode, ruleIsBlank } from '../../ui/filter-builder/filter-tree.ts';
import { toFilterFields } from '../datasets/fields.ts';

/** Filters being edited, but not applied yet. */
export interface FilterDraft {
  readonly value: FilterGroup;
  readonly setValue: (value: FilterGroup) => void;
  /** The draft differs from the applied filters. */
  readonly isDirty: boolean;
  /** The draft was edited before this page opened, and not applied. */
  readonly isRestored: boolean;
  /** Problems by rule id: of the draft once someone tried to apply it, else those that the server found. */
  readonly problems: ReadonlyMap<string, string>;
  readonly isValid: boolean;
  /** The edited filters without conditions that are not complete; null for none. */
  readonly complete: FilterGroup | null;
  /** True if every rule is valid; otherwise makes the problems visible. */
  readonly check: () => boolean;
  /** The filters to apply; null for none. */
  readonly filters: FilterGroup | null;
  /** Makes a change of the applied filters in the edited ones too, if there are any. */
  readonly change: (change: (filters: FilterGroup) => FilterGroup) => void;
  readonly discard: () => void;
}

/** Holds edited filters until they are applied or discarded; other applied ones (Back, a link) don't replace them. */
export function useFilterDraft(
  schema: readonly SchemaField[],
  applied: FilterGroup | null,
  serverProblems: readonly RuleProblem[],
): FilterDraft {
  const { clientName } = useClient();
  const { userId } = useUser();
  const key = `filters ${userId} ${clientName}`;
  const appliedKey = keyOf(applied);
  const [base, setBase] = useState(() => ({ key: appliedKey, root: applied ?? emptyRoot() }));
  const [kept] = useState(() => readDraft(key, criteriaDraft));
  const [edited, setEdited] = useState(kept);
  const [isAttempted, setAttempted] = useState(false);
  if (base.key !== appliedKey) {
    setBase({ key: appliedKey, root: applied ?? emptyRoot() });
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
  const complete = useMemo(() => {
    const left = draftProblems.reduce((root, { ruleId }) => removeNode(root, ruleId), current);
    return left.rules.length === 0 ? null : left;
  }, [current, draftProblems]);
  const isDirty = edited !== null && keyOf(filters) !== appliedKey;
  const problems = isAttempted ? draftProblems : edited === null ? serverProblems : [];
  useEffect(() => {
    keepDraft(key, isDirty ? edited : null);
  }, [key, isDirty, edited]);
  return {
    value: current,
    setValue: setEdited,
    isDirty,
    isRestored: isDirty && edited === kept,
    problems: new Map(problems.map(({ ruleId, reason }) => [ruleId, reason])),
    isValid: draftProblems.length === 0,
    complete,
    check: () => {
      setAttempted(draftProblems.length > 0);
      return draftProblems.length === 0;
    },
    filters,
    change: (change) => setEdited((old) => (old === null ? null : change(old))),
    discard: () => {
      setEdited(null);
      setAttempted(false);
      keepDraft(key, null);
    },
  };
}

function keyOf(filters: FilterGroup | null): string {
  return filters === null ? '' : criteriaKey(filters);
}
