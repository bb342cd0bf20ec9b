import { Alert, Text } from '@mantine/core';
import { deleteTag, type Tag } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { plural } from '../../lib/format.ts';
import { hideNotification, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { uncacheTag } from './queries.ts';

/** Confirms and deletes a tag; the dialog shows what still uses it. */
export default function DeleteTag(props: { tag: Tag; onClose: () => void }) {
  useReturnFocus();
  const { tag, onClose } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Deleting tag...');
      try {
        await call(deleteTag, { id: tag.id }, { client: clientName });
      } catch (error) {
        hideNotification(toast);
        throw error;
      }
      await uncacheTag(cache, clientName, tag.id);
      notifySuccess('Tag deleted', { id: toast });
    },
    onSuccess: onClose,
  });
  const count = tag.companyCount ?? 0;
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
      <Text>Are you sure you want to delete the "{tag.name}" tag?</Text>
      {count > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          It will be removed from {plural(count, 'company', 'companies')}, which stay in your dataset.
        </Text>
      )}
      {remove.isError && (
        <Alert color="red" mt="md" icon={<IconAlertTriangle aria-hidden />} title="Error deleting tag" role="alert">
          {messageOf(remove.error)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
