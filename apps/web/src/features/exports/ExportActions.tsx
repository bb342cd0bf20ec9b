import { Button } from '@mantine/core';
import { cancelExport, type ExportItem } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError, notifyInfo } from '../../lib/notify.ts';
import { repeatRequest } from './export-request.ts';
import { isActive, isDownloadable } from './export-status.ts';
import { exportsKey } from './queries.ts';
import { useStartExport } from './use-start-export.ts';

/** Cancels an active export, or repeats one that has no files to download. */
export function ExportActions({ item, clientName }: { item: ExportItem; clientName: string }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const request = repeatRequest(item);
  const start = useStartExport(
    clientName,
    (exportId) => void navigate({ to: '/app/$clientName/exports/$exportId', params: { clientName, exportId } }),
  );
  const cancel = useMutation({
    mutationFn: () => call(cancelExport, { id: item.id }, { client: clientName }),
    onSuccess: ({ export: { status } }) =>
      notifyInfo(status === 'CANCELLED' ? 'Export cancelled' : 'The export is being cancelled'),
    onError: (error) => notifyError(messageOf(error), { title: 'The export could not be cancelled' }),
    onSettled: () => cache.invalidateQueries({ queryKey: exportsKey(clientName) }),
  });
  if (isActive(item)) {
    return (
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel export
      </Button>
    );
  }
  if (isDownloadable(item)) return null;
  return (
    <Button loading={start.isPending} onClick={() => start.mutate(request)}>
      Export again
    </Button>
  );
}
