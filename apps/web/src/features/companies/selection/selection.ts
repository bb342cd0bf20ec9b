import type { CompanySelection } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { newId } from '../../../ui/filter-builder/filter-tree.ts';
import type { ExplorerState } from '../../datasets/explorer-state.ts';
import { COMPANY_ID_FIELD } from '../../datasets/fields.ts';
import type { DatasetKey } from '../../datasets/queries.ts';

/** Companies that an action is about; at least one. */
export interface SelectedCompanies {
  readonly dataset: DatasetKey;
  readonly count: number;
  /** Null for all that the explorer's search finds. */
  readonly companyIds: readonly string[] | null;
  /** The explorer's state; its sort is the order of the companies. */
  readonly state: ExplorerState;
}

/** The selection as the API takes it. */
export function toCompanySelection({ companyIds, state }: SelectedCompanies): CompanySelection {
  if (companyIds !== null) return { companyIds: [...companyIds] };
  const { filters, search, tab, sortBy, sortDirection } = state;
  return { matching: { filters, search, tab, sortby: sortBy, sortdirection: sortDirection } };
}

/** A filter that finds exactly these companies. */
function filterTo(companyIds: readonly string[]): FilterGroup {
  const rule = { id: newId(), field: COMPANY_ID_FIELD, operator: 'isOneOf', value: [...companyIds] };
  return { id: newId(), combinator: 'and', rules: [rule] };
}

/** The explorer's state that finds exactly these companies, in the same order. */
export function stateOf(state: ExplorerState, companyIds: readonly string[] | null): ExplorerState {
  if (companyIds === null) return state;
  return { ...state, filters: filterTo(companyIds), search: '', tab: 'ALL', pageIndex: 0, tagId: null };
}
