import { type IntegrationJob, stopCrmImport, stopIntegrationJob } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError, notifyInfo } from '../../../lib/notify.ts';
import { integrationJobsKey } from '../queries.ts';

/** Stops a job; what it has in flight is finished first. */
export function useCancelJob() {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, taskName }: IntegrationJob) => {
      const request = { jobId: id };
      const options = { client: clientName };
      await (taskName === 'Import'
        ? call(stopCrmImport, request, options)
        : call(stopIntegrationJob, request, options));
    },
    onSuccess: () => notifyInfo('The job is being cancelled. Records in flight are finished first.'),
    onError: (error) => notifyError(messageOf(error), { title: 'Error cancelling job' }),
    onSettled: () => cache.invalidateQueries({ queryKey: integrationJobsKey(clientName) }),
  });
}
