import { checkStartCrmImport, type Integration, MAX_IMPORT_FIELDS, startCrmImport } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError, notifyInfo, notifySuccess } from '../../../lib/notify.ts';
import { pause } from '../../../lib/pause.ts';

/** A second click within this time is the same one. */
const DEBOUNCE_MS = 2_000;
/** The import takes this long to show. */
const REFRESH_WAIT_MS = 5_000;

/** Starts imports of CRM fields; asks first if one runs. */
export function useImport({ id: integrationId }: Integration) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const [isResting, setResting] = useState(false);
  const starting = useMutation({
    mutationFn: async ({ isConfirmed }: { isConfirmed: boolean }) => {
      if (!isConfirmed) {
        const check = await call(checkStartCrmImport, { integrationId }, { client: clientName });
        if (check.cantStartJobReason === 'INTEGRATION_JOB_ALREADY_RUNNING') {
          setConfirming(true);
          return;
        }
        if (!check.canStartJob) {
          notifyError(check.message ?? 'there is a problem with your connector configuration', {
            title: 'Failed to start import',
          });
          return;
        }
      }
      await call(startCrmImport, { integrationId }, { client: clientName });
      notifySuccess('Import started. Its fields appear in the data directory after the next build.');
      await pause(REFRESH_WAIT_MS);
      await Promise.all([
        cache.invalidateQueries({ queryKey: ['integrations', clientName] }),
        cache.invalidateQueries({ queryKey: ['integration-jobs', clientName] }),
        cache.invalidateQueries({ queryKey: ['jobs', clientName] }),
      ]);
    },
    onError: (error) => notifyError(messageOf(error), { title: 'Failed to start import' }),
  });
  return {
    isStarting: starting.isPending,
    isConfirming,
    start: () => {
      if (isResting || starting.isPending) return;
      setResting(true);
      window.setTimeout(() => setResting(false), DEBOUNCE_MS);
      starting.mutate({ isConfirmed: false });
    },
    confirm: () => {
      setConfirming(false);
      starting.mutate({ isConfirmed: true });
    },
    dismiss: () => setConfirming(false),
    refuseMore: () => notifyInfo(`You can select a maximum of ${MAX_IMPORT_FIELDS} options`),
  };
}
