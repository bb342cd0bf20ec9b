import { type CallOf, type ScoringConfig, updateScoringConfig } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { cacheScoringConfig } from './queries.ts';

type Change = Omit<CallOf<typeof updateScoringConfig>, 'scoringConfigId'>;

/** Renames a scoring field or makes it the default; a toast says how it went. */
export function useUpdateScoring(clientName: string, config: ScoringConfig) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ change, done }: { change: Change; done: string }) => {
      const toast = notifyLoading('Updating scoring field...');
      try {
        const { item } = await call(
          updateScoringConfig,
          { scoringConfigId: config.id, ...change },
          { client: clientName },
        );
        await cacheScoringConfig(cache, clientName, item);
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error updating scoring field' });
        throw error;
      }
      notifySuccess(done, { id: toast });
    },
  });
}
