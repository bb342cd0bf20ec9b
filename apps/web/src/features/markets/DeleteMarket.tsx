import { deleteMarket, type Market } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { marketsKey } from './queries.ts';

/** Confirms and deletes a market. */
export default function DeleteMarket({ market, onClose }: { market: Market; onClose: () => void }) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return (
    <ConfirmedAction
      title="Confirm Deletion"
      confirmLabel="Yes, delete"
      messages={{ running: 'Deleting market', done: 'Market deleted', failed: 'Failed to delete market' }}
      run={() => call(deleteMarket, { marketId: market.id }, { client: clientName })}
      refresh={() => cache.invalidateQueries({ queryKey: [...marketsKey(clientName), 'list'] })}
      onClose={onClose}
    >
      Are you sure you want to delete the "{market.name}" market?
    </ConfirmedAction>
  );
}
