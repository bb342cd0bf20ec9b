import { addDatasetField, type CallOf, removeDatasetField } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
import { marketDataBlocksQuery } from '../data-blocks/queries.ts';

/** Refetches what data points change: the account's columns and the usage of configurations. */
function useRefetch(): () => Promise<void> {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: marketDataBlocksQuery(clientName).queryKey });
    await cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
  };
}

/** Adds a data point, which is pending until the next build. */
export function useAddDataPoint() {
  const { clientName } = useClient();
  return useMutation({
    mutationFn: (field: CallOf<typeof addDatasetField>) => call(addDatasetField, field, { client: clientName }),
    onSuccess: useRefetch(),
  });
}

/** Removes a data point. */
export function useRemoveDataPoint() {
  const { clientName } = useClient();
  return useMutation({
    mutationFn: (fieldName: string) => call(removeDatasetField, { fieldName }, { client: clientName }),
    onSuccess: useRefetch(),
  });
}
