import type { SchemaField } from '@quarry/contracts';
import type { FilterRule } from '@quarry/filters';
import { useState } from 'react';
import { useChecklistTick } from '../../lib/checklist.ts';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import { addNode, blankRule, removeNode, withField } from '../../ui/filter-builder/filter-tree.ts';
import { useLeaveBlocker } from '../../ui/use-leave-blocker.tsx';
import { withQuery } from '../datasets/explorer-state.ts';
import { withCondition } from '../datasets/with-condition.ts';
import type { Explorer } from './use-explorer.ts';
import { useFilterDraft } from './use-filter-draft.ts';
import { useRestoredNotice } from './use-restored-notice.ts';

/** The explorer's search and filters, with what edits, applies and removes them. */
export function useExplorerFilters(explorer: Explorer, schema: readonly SchemaField[], error: Error | null) {
  const { state, setState, setPanels } = explorer;
  const draft = useFilterDraft(schema, state.filters, ruleProblemsOf(error));
  const completeStep = useChecklistTick();
  useRestoredNotice(draft);
  const [editedRule, setEditedRule] = useState<{ readonly id: string } | null>(null);

  /** Searches, with the edited filters if they are valid. Returns false if they are not. */
  function apply(search: string): boolean {
    const canApply = draft.isDirty && draft.check();
    setState((old) => withQuery(old, canApply ? { search, filters: draft.filters } : { search }));
    if (canApply) {
      draft.discard();
      completeStep('filter');
    }
    if (draft.isDirty && !canApply) setPanels({ isFiltersOpen: true });
    return !draft.isDirty || canApply;
  }
  const leave = useLeaveBlocker({
    isDirty: draft.isDirty,
    message: 'Some filters are edited but not applied. What should happen to them?',
    saveLabel: 'Apply',
    onSave: async () => apply(state.search),
    onDiscard: draft.discard,
  });
  /** Opens the filters at a condition. */
  function edit(id: string) {
    setEditedRule({ id });
    setPanels({ isFiltersOpen: true });
  }
  /** Opens the filters with a new condition. */
  function add(rule: FilterRule) {
    draft.setValue(addNode(draft.value, draft.value.id, rule));
    edit(rule.id);
  }
  return {
    draft,
    leave,
    /** The condition that the filter panel shows first; a new object each time. */
    editedRule,
    apply,
    edit,
    /** Follows the search box; further typing is one step in the browser's history. */
    type: (search: string) => setState((old) => withQuery(old, { search }), { replace: state.search !== '' }),
    clear: () => {
      draft.discard();
      setState((old) => withQuery(old, { filters: null, search: '' }));
    },
    /** Narrows the filters by a condition, also those being edited. */
    filterBy: (rule: FilterRule) => {
      draft.change((filters) => withCondition(filters, rule));
      setState((old) => withQuery(old, { filters: withCondition(old.filters, rule) }));
      completeStep('filter');
    },
    addBlank: () => add(blankRule()),
    addCondition: ({ fieldName, type }: SchemaField) => add(withField(blankRule(), { field: fieldName, type })),
    remove: (id: string) => {
      draft.change((filters) => removeNode(filters, id));
      setState((old) => {
        const remaining = old.filters && removeNode(old.filters, id);
        return withQuery(old, { filters: remaining && remaining.rules.length > 0 ? remaining : null });
      });
    },
  };
}

export type ExplorerFilters = ReturnType<typeof useExplorerFilters>;
