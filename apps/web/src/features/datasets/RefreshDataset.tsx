import { ActionIcon, Loader } from '@mantine/core';
import { refreshDataset } from '@quarry/contracts';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyInfo } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { jobsQuery, useRewritingJob } from '../jobs/queries.ts';

/** Starts a refresh of the dataset; shows the progress while it runs. For administrators. */
export default function RefreshDataset() {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const job = useRewritingJob();
  const [isAsking, setAsking] = useState(false);
  const refresh = useMutation({
    mutationFn: () => call(refreshDataset, {}, { client: clientName }),
    onSuccess: () => notifyInfo('The dataset is being refreshed. You can go on working with the present one.'),
    onError: (error) => notifyError(messageOf(error), { title: 'The refresh could not be started' }),
    onSettled: async () => {
      setAsking(false);
      await cache.invalidateQueries({ queryKey: jobsQuery(clientName).queryKey });
    },
  });
  const isBuilding = job?.type === 'dataset-build';
  const percent = Math.round((job?.progress ?? 0) * 100);
  const label = isBuilding ? `The dataset is being refreshed: ${percent} %` : 'Refresh dataset now';
  return (
    <>
      <Hint label={label}>
        <ActionIcon
          size={30}
          variant="subtle"
          color="gray"
          aria-label={label}
          aria-disabled={isBuilding}
          onClick={() => setAsking(!isBuilding)}
        >
          {isBuilding ? <Loader size={16} /> : <IconRefresh size={18} aria-hidden="true" />}
        </ActionIcon>
      </Hint>
      <ConfirmDialog
        opened={isAsking}
        title="Refresh the dataset now?"
        confirmLabel="Refresh dataset"
        isBusy={refresh.isPending}
        onConfirm={() => refresh.mutate()}
        onClose={() => setAsking(false)}
      >
        This finds new companies and computes every data point and tag. Everyone goes on working with the present
        dataset until it is done.
        {job?.type === 'data-points-compute' && ' The running computation of data points stops.'}
      </ConfirmDialog>
    </>
  );
}
