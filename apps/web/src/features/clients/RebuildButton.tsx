import { Checkbox, Stack, Text } from '@mantine/core';
import { triggerBuild } from '@quarry/contracts';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { buildStatusQuery, clientConfigQuery } from './queries.ts';

/** Starts a build of the client's dataset, with or without a reset. */
export function RebuildButton({ name }: { name: string }) {
  const { data: build } = useQuery(buildStatusQuery(name));
  const isBuilding = build?.status === 'IN_PROGRESS';
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [resets, setResets] = useState(false);
  const building = useMutation({
    mutationFn: () => call(triggerBuild, { name, resetDataset: resets }),
    onSuccess: () => notifySuccess('The build has started'),
    onError: (error) =>
      notifyError(
        hasCode(error, 'BUILD_IN_PROGRESS')
          ? 'Cant trigger dataset rebuild whilst already in progress'
          : 'Failed to start sync',
      ),
    onSettled: () => {
      setOpen(false);
      void cache.invalidateQueries({ queryKey: buildStatusQuery(name).queryKey });
      void cache.invalidateQueries({ queryKey: clientConfigQuery(name).queryKey, exact: true });
    },
  });
  return (
    <>
      <ReasonButton
        variant="subtle"
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabledReason={isBuilding ? 'Cant trigger dataset rebuild whilst already in progress' : null}
        onClick={() => {
          setResets(false);
          setOpen(true);
        }}
      >
        Rebuild dataset
      </ReasonButton>
      <ConfirmDialog
        opened={isOpen}
        title="Rebuild dataset"
        confirmLabel="Rebuild"
        isDangerous={resets}
        isBusy={building.isPending}
        onConfirm={() => building.mutate()}
        onClose={() => setOpen(false)}
      >
        <Stack gap="sm">
          <Text>
            The saved config is used. People keep working with the current dataset until the new one is ready.
          </Text>
          <Checkbox
            label="Reset the dataset"
            description="Also removes companies that no longer match the sourcing criteria"
            checked={resets}
            onChange={(event) => setResets(event.currentTarget.checked)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
