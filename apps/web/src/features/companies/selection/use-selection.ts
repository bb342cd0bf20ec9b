import { useMemo, useState } from 'react';
import type { TableSelection } from '../../../ui/table/types.ts';
import type { ExplorerState } from '../../datasets/explorer-state.ts';
import type { DatasetKey } from '../../datasets/queries.ts';
import type { SelectedCompanies } from './selection.ts';

type Chosen = ReadonlySet<string> | 'ALL';

const NOTHING: ReadonlySet<string> = new Set();

/** The selected rows of the explorer. They survive paging, sorting and new versions; another search clears them. */
export function useSelection(
  dataset: DatasetKey,
  state: ExplorerState,
  pageIds: readonly string[],
  total: number | null,
): {
  /** For the table. */
  readonly table: TableSelection;
  /** Null if nothing is selected. */
  readonly selected: SelectedCompanies | null;
  readonly selectAll: () => void;
  readonly clear: () => void;
} {
  const { filters, search, tab } = state;
  const { clientName } = dataset;
  const query = useMemo(() => JSON.stringify([clientName, filters, search, tab]), [clientName, filters, search, tab]);
  const [stored, setStored] = useState<{ query: string; chosen: Chosen }>({ query, chosen: NOTHING });
  const chosen = stored.query === query ? stored.chosen : NOTHING;
  const table = useMemo(
    () => ({
      selected: chosen === 'ALL' ? new Set(pageIds) : chosen,
      onChange: (selected: ReadonlySet<string>) => setStored({ query, chosen: selected }),
    }),
    [chosen, pageIds, query],
  );
  const count = chosen === 'ALL' ? (total ?? 0) : chosen.size;
  const companyIds = chosen === 'ALL' ? null : [...chosen];
  return {
    table,
    selected: count === 0 ? null : { dataset, count, companyIds, state },
    selectAll: () => setStored({ query, chosen: 'ALL' }),
    clear: () => setStored({ query, chosen: NOTHING }),
  };
}
