import { LIFECYCLE_STAGES, type LifecycleStage } from '@quarry/contracts';
import { type ListSearch, listSearch } from '../../lib/list-search.ts';

/** Search, page and tab of the list of clients in the address; without a tab, all stages. */
export interface ClientsSearch extends ListSearch {
  readonly stage?: LifecycleStage | undefined;
}

export function clientsSearch(query: Record<string, unknown>): ClientsSearch {
  const stage = LIFECYCLE_STAGES.find((known) => known === query.stage);
  return { ...listSearch(query), ...(stage === undefined ? {} : { stage }) };
}
