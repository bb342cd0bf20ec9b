import { Button } from '@mantine/core';
import { computeDataPoints } from '@quarry/contracts';
import { IconBolt } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { notifyError, notifyInfo } from '../../lib/notify.ts';
import { jobsQuery, useRewritingJob } from '../jobs/queries.ts';
import { RunningJob } from '../jobs/RunningJob.tsx';
import { focusDialogStart } from './focus-dialog-start.ts';

/** Requests the computation of new and changed data points, with a toast if that fails. */
export function useComputeNow() {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(computeDataPoints, {}, { client: clientName }),
    onSuccess: () => notifyInfo('Data points are being computed. You can go on working with the present ones.'),
    onError: (error) => notifyError(messageOf(error), { title: 'Data points could not be computed' }),
    onSettled: () => cache.invalidateQueries({ queryKey: jobsQuery(clientName).queryKey }),
  });
}

/**
 * Computes new and changed data points for administrators, who else would wait for the next refresh; for everyone the
 * progress of what changes the dataset.
 */
export function ComputeNow() {
  const isAdmin = usePermission('ADMIN');
  const isBuilt = useClient().datasetVersion !== null;
  const job = useRewritingJob();
  const compute = useComputeNow();
  const root = useRef<HTMLDivElement>(null);
  const isRunning = job !== undefined;
  // The button goes when the job begins, and the progress when it ends.
  useEffect(() => {
    const dialog = root.current?.closest('[role="dialog"]') ?? null;
    if (isRunning) focusDialogStart(dialog);
    return () => focusDialogStart(dialog);
  }, [isRunning]);
  return (
    <div ref={root}>
      {isRunning && <RunningJob job={job} />}
      {!isRunning && isAdmin && isBuilt && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBolt size={14} aria-hidden="true" />}
          loading={compute.isPending}
          onClick={() => compute.mutate()}
        >
          Compute now
        </Button>
      )}
    </div>
  );
}
