import { downloadExport } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { exportsKey } from './queries.ts';

interface ExportFile {
  readonly exportId: string;
  /** Position among the export's files. */
  readonly index: number;
}

/** Downloads files of exports, each through a fresh link. */
export function useDownload(clientName: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ exportId, index }: ExportFile) => {
      const { parts } = await call(downloadExport, { id: exportId }, { client: clientName });
      const part = parts[index];
      if (part === undefined) throw new Error('The file no longer exists. Please reload the page.');
      saveFile(part.downloadUrl, part.filename);
    },
    onError: (error) => {
      notifyError(messageOf(error), { title: 'The file could not be downloaded' });
      // The files may have expired.
      void cache.invalidateQueries({ queryKey: exportsKey(clientName) });
    },
  });
}

/** Downloads through a link, so that the page stays open whatever the response is. */
function saveFile(url: string, filename: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
}
