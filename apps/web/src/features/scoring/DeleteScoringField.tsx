import { Alert, Button, Group, List, Modal, Text } from '@mantine/core';
import { deleteScoringConfig, type ScoringConfig, validateDeleteScoringConfig } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { useClient } from '../../lib/client-context.tsx';
import { plural } from '../../lib/format.ts';
import { hideNotification, notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { refreshScoring, scoringKey } from './queries.ts';

/** Confirms and deletes a scoring field; first shows the segments that stop working without it. */
export default function DeleteScoringField(props: { config: ScoringConfig; onClose: () => void }) {
  useReturnFocus();
  const { config, onClose } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const [isInsisting, setInsisting] = useState(false);
  const usage = useQuery({
    queryKey: [...scoringKey(clientName), 'usage', config.id],
    queryFn: async ({ signal }) =>
      (await call(validateDeleteScoringConfig, { scoringConfigId: config.id }, { client: clientName, signal }))
        .breakingSegments,
    staleTime: 0,
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Deleting scoring field...');
      try {
        const input = { scoringConfigId: config.id, 'skip-validation': String(isInsisting) };
        await call(deleteScoringConfig, input, { client: clientName });
      } catch (error) {
        // A segment that began to use it since; the dialog then lists it.
        if (hasCode(error, 'SCORING_FIELD_IN_USE')) {
          hideNotification(toast);
          await usage.refetch();
          return;
        }
        notifyError(messageOf(error), { id: toast, title: 'Error deleting scoring field' });
        throw error;
      }
      notifySuccess('Scoring field deleted', { id: toast });
      refreshScoring(cache, clientName);
      onClose();
    },
  });
  if (usage.data === undefined || usage.isError) {
    return (
      <Modal opened onClose={onClose} title="Confirm Deletion" centered>
        {usage.isError ? (
          <NotChecked error={usage.error} onRetry={() => void usage.refetch()} onClose={onClose} />
        ) : (
          <LoadingState label="Checking what uses this scoring field" height={120} />
        )}
      </Modal>
    );
  }
  const segments = usage.data;
  if (segments.length > 0 && !isInsisting) {
    return (
      <Modal opened onClose={onClose} title="Unable to delete Scoring Field" centered>
        <Text>
          "{config.name}" is used by {plural(segments.length, 'segment')}:
        </Text>
        <List mt="xs" size="sm">
          {segments.map(({ segmentId, segmentName }) => (
            <List.Item key={segmentId}>
              <TextLink to="/app/$clientName/segments/edit/$segmentId" params={{ clientName, segmentId }} search={{}}>
                {segmentName}
              </TextLink>
            </List.Item>
          ))}
        </List>
        <Text size="sm" c="dimmed" mt="sm">
          Remove it from them first. If you delete it anyway, they keep their companies and show an error until someone
          edits them.
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="outline" color="red" onClick={() => setInsisting(true)}>
            Delete anyway
          </Button>
          <Button onClick={onClose} data-autofocus>
            Keep it
          </Button>
        </Group>
      </Modal>
    );
  }
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
      <Text>Are you sure you want to delete the "{config.name}" scoring field?</Text>
      <Text size="sm" c="dimmed" mt={4}>
        Its column disappears from the companies, exports and CRM mappings
        {segments.length > 0 ? `, and ${plural(segments.length, 'segment')} will show an error` : ''}.
      </Text>
    </ConfirmDialog>
  );
}

function NotChecked(props: { error: Error; onRetry: () => void; onClose: () => void }) {
  return (
    <>
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Error deleting scoring field" role="alert">
        {messageOf(props.error)}
      </Alert>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button onClick={props.onRetry}>Retry</Button>
      </Group>
    </>
  );
}
