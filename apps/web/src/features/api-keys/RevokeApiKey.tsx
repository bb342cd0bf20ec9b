import { type ApiKey, revokeApiKey } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { apiKeysQuery } from './queries.ts';

/** Asks before a key is revoked, and revokes it. */
export default function RevokeApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  useReturnFocus();
  const { clientName } = useClient();
  const cache = useQueryClient();
  const revoke = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Revoking API key');
      try {
        await call(revokeApiKey, { apiKeyId: apiKey.id }, { client: clientName });
        notifySuccess('API key revoked', { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error revoking API key' });
      }
      await cache.invalidateQueries({ queryKey: apiKeysQuery(clientName).queryKey });
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title="Revoke API key"
      confirmLabel="Yes, revoke"
      cancelLabel="No, cancel"
      isDangerous
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      Programs that use "{apiKey.name}" are refused from now on. This cannot be undone.
    </ConfirmDialog>
  );
}
