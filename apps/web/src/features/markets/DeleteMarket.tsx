import { deleteMarket, type Market } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { marketsKey } from './queries.ts';

/** Asks before a market is deleted, and deletes it. */
export default function DeleteMarket(props: { market: Market; onClose: () => void }) {
  useReturnFocus();
  const { market, onClose } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Deleting market');
      try {
        await call(deleteMarket, { marketId: market.id }, { client: clientName });
        notifySuccess('Market deleted', { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Failed to delete market' });
      }
      await cache.invalidateQueries({ queryKey: [...marketsKey(clientName), 'list'] });
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title="Confirm Deletion"
      confirmLabel="Yes, delete"
      cancelLabel="No, cancel"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Are you sure you want to delete the "{market.name}" market?
    </ConfirmDialog>
  );
}
