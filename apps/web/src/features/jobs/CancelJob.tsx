import { Button } from '@mantine/core';
import { type AccountJob, cancelJob } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError } from '../../lib/notify.ts';
import { jobName } from './job-name.ts';
import { jobsQuery } from './queries.ts';

/** Cancels a job; hidden if the person may not. */
export function CancelJob({ job }: { job: AccountJob }) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(cancelJob, { jobId: job.id }, { client: clientName }),
    onError: (error) => notifyError(messageOf(error), { title: 'The job could not be cancelled' }),
    onSettled: () => cache.invalidateQueries({ queryKey: jobsQuery(clientName).queryKey }),
  });
  if (!job.canCancel) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      loading={cancel.isPending}
      aria-label={`Cancel: ${jobName(job)}`}
      onClick={() => cancel.mutate()}
    >
      Cancel
    </Button>
  );
}
