import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { exportQuery, exportsKey } from './queries.ts';
import { useDownload } from './use-download.ts';

/** Time to notice the toast and download. */
const READY_MS = 20_000;

/** Returns a function that announces a complete export, with a button that downloads it. */
export function useAnnounceExport(clientName: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { mutate: download } = useDownload(clientName);
  return (exportId: string): void => {
    void cache.invalidateQueries({ queryKey: exportsKey(clientName) });
    const save = async () => {
      const { parts } = await cache.fetchQuery(exportQuery(clientName, exportId));
      if (parts.length === 1) download({ exportId, index: 0 });
      // People choose among several files on the export's page.
      else await navigate({ to: '/app/$clientName/exports/$exportId', params: { clientName, exportId } });
    };
    notifySuccess('Export ready ·', {
      autoCloseMs: READY_MS,
      action: {
        label: 'Download',
        onClick: () => void save().catch((error: unknown) => notifyError(messageOf(error))),
      },
    });
  };
}
