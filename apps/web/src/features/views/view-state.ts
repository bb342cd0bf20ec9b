import type { CompaniesTableLayout, View, ViewContent } from '@quarry/contracts';
import { criteriaKey } from '../../lib/criteria-key.ts';
import { DEFAULT_STATE, type ExplorerState } from '../datasets/explorer-state.ts';

/** The explorer's state when a view opens. */
export function stateOfView({ filters, search, tab, sortby, sortdirection }: ViewContent): ExplorerState {
  return { ...DEFAULT_STATE, filters, search, tab, sortBy: sortby, sortDirection: sortdirection };
}

/** What a view saves of the explorer's state and columns. */
export function contentOf(state: ExplorerState, columns: CompaniesTableLayout): ViewContent {
  const { filters, search, tab, sortBy, sortDirection } = state;
  return { filters, search, tab, sortby: sortBy, sortdirection: sortDirection, columns };
}

/** True if the explorer finds or sorts other companies than the view. */
export function hasSearchChanged(state: ExplorerState, view: ViewContent): boolean {
  return searchKey(contentOf(state, view.columns)) !== searchKey(view);
}

function searchKey({ filters, search, tab, sortby, sortdirection }: ViewContent): string {
  return JSON.stringify([filters === null ? null : criteriaKey(filters), search, tab, sortby, sortdirection]);
}

/** Why a view cannot have this name; null if it can. `ownId` is the view's id, null for a new one. */
export function viewNameProblem(views: readonly View[], name: string, ownId: string | null): string | null {
  const normalised = name.trim().toLowerCase();
  if (normalised === '') return 'Please provide a name for this view';
  const isTaken = views.some((view) => view.isOwn && view.id !== ownId && view.name.toLowerCase() === normalised);
  return isTaken ? 'View name must be unique' : null;
}

/** The first free name like `Name (2)`. */
export function copyName(views: readonly View[], name: string): string {
  for (let number = 2; ; number += 1) {
    const candidate = `${name.slice(0, 90)} (${number})`;
    if (viewNameProblem(views, candidate, null) === null) return candidate;
  }
}
