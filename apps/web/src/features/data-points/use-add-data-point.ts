import { addDatasetField, type CallOf, withdrawDatasetField } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
import { marketDataBlocksQuery } from '../data-blocks/queries.ts';

/** Has everything read anew that data points change: the account's columns, and where configurations are used. */
function useReadAnew(): () => Promise<void> {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: marketDataBlocksQuery(clientName).queryKey });
    await cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
  };
}

/** Adds a data point to the account. It is on its way until the next build. */
export function useAddDataPoint() {
  const { clientName } = useClient();
  return useMutation({
    mutationFn: (field: CallOf<typeof addDatasetField>) => call(addDatasetField, field, { client: clientName }),
    onSuccess: useReadAnew(),
  });
}

/** Takes back a data point that is on its way. */
export function useWithdrawDataPoint() {
  const { clientName } = useClient();
  return useMutation({
    mutationFn: (fieldName: string) => call(withdrawDatasetField, { fieldName }, { client: clientName }),
    onSuccess: useReadAnew(),
  });
}
