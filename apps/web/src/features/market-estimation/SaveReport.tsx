import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type EstimationConfig, saveReport } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { reportsKey } from './queries.ts';

/** Saves the estimate under a name; a name that is in use is replaced. */
export default function SaveReport(props: { config: EstimationConfig; count: number | null; onClose: () => void }) {
  const { config, count, onClose } = props;
  const isMounted = useMounted();
  const cache = useQueryClient();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => call(saveReport, { id: name, config, count }),
    onSuccess: async ({ replaced }) => {
      notifySuccess(replaced ? 'The saved report was replaced' : 'The report was saved');
      await cache.invalidateQueries({ queryKey: reportsKey });
      onClose();
    },
  });
  return (
    <Modal opened={isMounted} onClose={onClose} title="Save Report" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextInput
          label="Name"
          description="A report with the same name is replaced."
          maxLength={255}
          data-autofocus
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {count === null
            ? 'The criteria were not counted yet: preview them first to save the count, too.'
            : `It is saved with its count, ${formatNumber(count)} companies.`}
        </Text>
        {save.isError ? (
          <Alert color="red" title="Error saving report" mt="sm">
            {messageOf(save.error)}
          </Alert>
        ) : null}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
