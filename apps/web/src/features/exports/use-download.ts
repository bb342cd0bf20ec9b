import { downloadExport } from '@quarry/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { exportsKey } from './queries.ts';
import { saveFile } from './save-file.ts';

interface ExportFile {
  readonly exportId: string;
  /** Position among the export's files. */
  readonly index: number;
}

/** Downloads a file of an export through a fresh link. */
export async function downloadFile(clientName: string, { exportId, index }: ExportFile): Promise<void> {
  const { parts } = await call(downloadExport, { id: exportId }, { client: clientName });
  const part = parts[index];
  if (part === undefined) throw new Error('The file no longer exists. Please reload the page.');
  saveFile(part.downloadUrl, part.filename);
}

/** Says why a file could not be downloaded. */
export function reportFailedDownload(cache: QueryClient, clientName: string, error: unknown): void {
  notifyError(messageOf(error), { title: 'The file could not be downloaded' });
  // The files may have expired.
  void cache.invalidateQueries({ queryKey: exportsKey(clientName) });
}

export function useDownload(clientName: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (file: ExportFile) => downloadFile(clientName, file),
    onError: (error) => reportFailedDownload(cache, clientName, error),
  });
}
