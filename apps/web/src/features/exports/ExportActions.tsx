import { Button } from '@mantine/core';
import { cancelExport, type ExportItem } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError, notifyInfo } from '../../lib/notify.ts';
import { requestAgain } from './export-request.ts';
import { isDownloadable, isUnderWay } from './export-status.ts';
import { exportsKey } from './queries.ts';
import { useStartExport } from './use-start-export.ts';

/** What can be done with an export as it stands: cancelled while it is under way, started again once there are no files. */
export function ExportActions({ item, clientName }: { item: ExportItem; clientName: string }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const again = requestAgain(item);
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
  if (isUnderWay(item)) {
    return (
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel export
      </Button>
    );
  }
  if (isDownloadable(item) || again === null) return null;
  return (
    <Button loading={start.isPending} onClick={() => start.mutate(again)}>
      Export again
    </Button>
  );
}
