import { type CallOf, startExport } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { exportQuery, exportsKey } from './queries.ts';

export type ExportRequest = CallOf<typeof startExport>;

/** Starts exports, with a toast that links to the export's page. */
export function useStartExport(clientName: string, onStarted: (exportId: string) => void) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (request: ExportRequest) => {
      const toast = notifyLoading('Starting export...');
      try {
        const { export: started } = await call(startExport, request, { client: clientName });
        // Lets the export's page open without loading.
        cache.setQueryData(exportQuery(clientName, started.id).queryKey, started);
        const open = () =>
          void navigate({ to: '/app/$clientName/exports/$exportId', params: { clientName, exportId: started.id } });
        notifySuccess('Export started. We will send you an e-mail when it is complete.', {
          id: toast,
          action: { label: 'Open export', onClick: open },
        });
        return started.id;
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Could not start CSV export' });
        throw error;
      }
    },
    onSuccess: onStarted,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: exportsKey(clientName) }),
        // The jobs indicator polls rarely while nothing runs.
        cache.invalidateQueries({ queryKey: ['jobs', clientName] }),
      ]),
  });
}
