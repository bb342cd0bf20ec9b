import type { QueryClient } from '@tanstack/react-query';
import { notifySuccess } from '../../lib/notify.ts';
import { exportQuery, exportsKey } from './queries.ts';
import { downloadFile, reportFailedDownload } from './use-download.ts';

/** Time to notice the toast and download. */
const READY_MS = 20_000;

/** Announces a complete export, with a button that downloads it, or opens its page if it has several files. */
export function announceExport(
  cache: QueryClient,
  { clientName, exportId }: { clientName: string; exportId: string },
  openPage: () => Promise<void>,
): void {
  void cache.invalidateQueries({ queryKey: exportsKey(clientName) });
  const download = async () => {
    const { parts } = await cache.fetchQuery(exportQuery(clientName, exportId));
    if (parts.length === 1) await downloadFile(clientName, { exportId, index: 0 });
    else await openPage();
  };
  notifySuccess('Export ready ·', {
    autoCloseMs: READY_MS,
    action: {
      label: 'Download',
      onClick: () => void download().catch((error: unknown) => reportFailedDownload(cache, clientName, error)),
    },
  });
}
