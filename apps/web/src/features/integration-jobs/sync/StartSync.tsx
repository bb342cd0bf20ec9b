import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { Integration } from '@quarry/contracts';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { connectorName } from '../../integrations/connector-types.ts';
import { canStartQuery, integrationJobsQuery } from '../queries.ts';
import { cantStartText, type Scope, useStartSync } from './use-start-sync.ts';

/** Whether a sync can start, and the buttons that start it. */
export function StartSync(props: {
  integration: Integration;
  scope: Scope;
  onStarted: (jobId: string) => void;
  onClose: () => void;
}) {
  const { integration, scope, onStarted, onClose } = props;
  const { clientName } = useClient();
  const check = useQuery(canStartQuery(clientName, integration.id));
  const jobs = useQuery(integrationJobsQuery(clientName, integration.integrationType, 0));
  const [isConfirming, setConfirming] = useState(false);
  const start = useStartSync(onStarted);
  const name = connectorName(integration.integrationType);
  const { data } = check;
  const reason = data === undefined ? null : cantStartText(data);
  const running = data?.cantStartJobReason === 'INTEGRATION_JOB_ALREADY_RUNNING' ? data.jobId : null;
  const isFirst = jobs.data?.items.every(({ taskName }) => taskName !== 'Manual Sync' && taskName !== 'Auto Sync');
  const begin = (isDryRun: boolean, replaces: string | null) =>
    start.mutate({ integrationId: integration.id, scope, isDryRun, replaces });
  const blocked = data === undefined ? 'Checking if a sync can start' : reason;
  const isStarting = (isDryRun: boolean) => start.isPending && start.variables.isDryRun === isDryRun;
  const dryRun = (
    <ReasonButton
      variant={isFirst ? 'filled' : 'default'}
      disabledReason={blocked}
      loading={isStarting(true)}
      onClick={() => begin(true, null)}
    >
      Dry run
    </ReasonButton>
  );
  return (
    <Stack gap="md">
      {check.isError && (
        <ErrorState
          title="Unable to start sync, please contact the Quarry team"
          error={check.error}
          onRetry={() => void check.refetch()}
        />
      )}
      {isFirst === true && reason === null && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title={`The first sync to ${name}`}>
          Start with a dry run: it shows which records would be created and which values would change, and writes
          nothing.
        </Alert>
      )}
      {data?.cantStartJobReason === 'INTEGRATION_INCORRECTLY_CONFIGURED' && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={reason}>
          <Stack gap="xs" align="flex-start">
            {data.message ?? integration.problem}
            <ButtonLink
              size="xs"
              variant="default"
              to="/app/$clientName/settings/connectors"
              params={{ clientName }}
              search={{ connector: integration.integrationType }}
            >
              Open the settings of {name}
            </ButtonLink>
          </Stack>
        </Alert>
      )}
      {data?.cantStartJobReason === 'INTEGRATION_JOB_ALREADY_RUNNING' && (
        <Alert color="gold" icon={<Loader size={16} aria-hidden />} title={reason}>
          {isConfirming
            ? 'The sync that runs is stopped after the records in flight. Then the new one starts.'
            : 'Wait until it has ended, or stop it and start this one.'}
        </Alert>
      )}
      {data !== undefined && reason !== null && data.cantStartJobReason === null && <Text size="sm">{reason}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {running === null ? (
          <>
            {dryRun}
            <ReasonButton
              variant={isFirst ? 'default' : 'filled'}
              disabledReason={blocked}
              loading={isStarting(false)}
              onClick={() => begin(false, null)}
            >
              Start sync
            </ReasonButton>
          </>
        ) : isConfirming ? (
          <Button color="red" loading={start.isPending} onClick={() => begin(false, running)}>
            Yes, stop it and start this one
          </Button>
        ) : (
          <Button variant="default" onClick={() => setConfirming(true)}>
            Stop it and start this sync
          </Button>
        )}
      </Group>
    </Stack>
  );
}
