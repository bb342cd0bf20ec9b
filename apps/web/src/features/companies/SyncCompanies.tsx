import { useQuery } from '@tanstack/react-query';
import { plural } from '../../lib/format.ts';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import { type DatasetKey, matchCountQuery } from '../datasets/queries.ts';
import SyncDialog from '../integration-jobs/sync/SyncDialog.tsx';

/** The sync dialog for the explorer's result or chosen companies. */
export default function SyncCompanies(props: {
  dataset: DatasetKey;
  state: ExplorerState;
  /** The companies chosen one by one; null for all of the explorer. */
  companyIds?: readonly string[] | null;
  onClose: () => void;
}) {
  const { dataset, state, companyIds = null, onClose } = props;
  const { filters, search, tab } = state;
  const matching = useQuery({ ...matchCountQuery(dataset, filters, state), enabled: companyIds === null });
  const scope = companyIds === null ? { filters, search, tab } : { companyIds: [...companyIds] };
  const count = companyIds?.length ?? matching.data;
  return (
    <SyncDialog scope={scope} onClose={onClose}>
      {count === undefined
        ? 'The companies that the explorer shows, with the contacts that you own there'
        : `${plural(count, 'company', 'companies')} with the contacts that you own there`}
    </SyncDialog>
  );
}
