import { checkStartIntegrationJob, startIntegrationJob } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../../lib/notify.ts';
import { integrationJobsKey } from '../queries.ts';

const RUNNING = 'Connector is currently running a sync, please try again once sync completes';
const FAULTY = 'there is a problem with your connector configuration';

/** Syncs one company with one connector. */
export function useResync(integrationId: string, companyId: string) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Starting sync…');
      const fail = (message: string) => notifyError(message, { id: toast, title: "Couldn't start the sync job." });
      try {
        const check = await call(checkStartIntegrationJob, { integrationId }, { client: clientName });
        if (!check.canStartJob) {
          fail(check.cantStartJobReason === 'INTEGRATION_JOB_ALREADY_RUNNING' ? RUNNING : FAULTY);
          return;
        }
        await call(startIntegrationJob, { integrationId, companyIds: [companyId] }, { client: clientName });
        notifySuccess('Sync started', { id: toast });
      } catch (error) {
        fail(messageOf(error));
      }
      await Promise.all([
        cache.invalidateQueries({ queryKey: integrationJobsKey(clientName) }),
        cache.invalidateQueries({ queryKey: ['jobs', clientName] }),
      ]);
    },
  });
}
