import { Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core';
import { type IntegrationJob, undoSync } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError } from '../../../lib/notify.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { connectorName } from '../../integrations/connector-types.ts';
import { integrationJobsKey } from '../queries.ts';

/** Says what taking a sync back does, and previews it first. */
export default function UndoSync(props: {
  job: IntegrationJob;
  /** Opens the preview. */
  onStarted: (jobId: string) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { job, onStarted, onClose } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const [archiveCreated, setArchiveCreated] = useState(true);
  const preview = useMutation({
    mutationFn: () => call(undoSync, { jobId: job.id, isPreview: true, archiveCreated }, { client: clientName }),
    onSuccess: async ({ jobId }) => {
      await cache.invalidateQueries({ queryKey: integrationJobsKey(clientName) });
      onClose();
      onStarted(jobId);
    },
    onError: (error) => notifyError(messageOf(error), { title: 'The preview could not be started' }),
  });
  const name = connectorName(job.integrationType);
  return (
    <Modal opened onClose={onClose} title="Take back this sync?" centered>
      <Stack gap="md">
        <List size="sm">
          <List.Item>
            Values that the sync overwrote are restored, but only where {name} still has the value that Quarry wrote.
          </List.Item>
          <List.Item>What people edited since then stays as it is.</List.Item>
        </List>
        <Checkbox
          label="Archive the records that the sync created"
          description={`Only those that nobody has touched since. They go to the bin of ${name}.`}
          checked={archiveCreated}
          onChange={(event) => setArchiveCreated(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          The preview writes nothing. You decide once you have seen it.
        </Text>
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus loading={preview.isPending} onClick={() => preview.mutate()}>
          Preview
        </Button>
      </Group>
    </Modal>
  );
}
