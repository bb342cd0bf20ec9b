import { marketSource, SOURCES_FIELD } from '@quarry/contracts';
import { CLOSED_PANELS, DEFAULT_STATE, writeHash } from '../datasets/explorer-state.ts';

/** The hash that opens the explorer with the companies that a market added. */
export function marketCompaniesHash(marketId: string): string {
  const rule = { id: 'market', field: SOURCES_FIELD, operator: 'containsAnyOf', value: [marketSource(marketId)] };
  return writeHash({ ...DEFAULT_STATE, filters: { id: 'root', combinator: 'and', rules: [rule] } }, CLOSED_PANELS);
}
