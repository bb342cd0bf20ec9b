import { downloadExport } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { exportsKey } from './queries.ts';

/** A file of an export, by its place among the files. */
export interface WantedFile {
  readonly exportId: string;
  readonly index: number;
}

/** Downloads files of exports, each under a link that is made when it is asked for. */
export function useDownload(clientName: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ exportId, index }: WantedFile) => {
      const { parts } = await call(downloadExport, { id: exportId }, { client: clientName });
      const part = parts[index];
      if (part === undefined) throw new Error('The file is not there any more. Please reload the page.');
      saveFile(part.downloadUrl, part.filename);
    },
    onError: (error) => {
      notifyError(messageOf(error), { title: 'The file could not be downloaded' });
      // It may have expired meanwhile.
      void cache.invalidateQueries({ queryKey: exportsKey(clientName) });
    },
  });
}

/** Hands an address to the browser as a download, so that the page stays whatever comes back. */
function saveFile(url: string, filename: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
}
