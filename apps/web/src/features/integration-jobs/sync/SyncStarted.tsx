import { Button, Group, Stack, Text } from '@mantine/core';
import type { Integration } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { JobCounts } from '../jobs/JobCounts.tsx';
import { JobProgress } from '../jobs/JobProgress.tsx';
import { nameOfJob } from '../jobs/job-columns.tsx';
import { isActive, jobState } from '../jobs/job-words.ts';
import { useCancelJob } from '../jobs/use-cancel-job.ts';
import { integrationJobQuery } from '../queries.ts';
import { type Scope, useStartSync } from './use-start-sync.ts';

const SyncPlan = lazy(() => import('../plan/SyncPlan.tsx'));

/** How the job that was just started goes on. After a dry run, the sync itself can be started. */
export function SyncStarted(props: {
  jobId: string;
  integration: Integration;
  scope: Scope;
  onStarted: (jobId: string) => void;
  onClose: () => void;
}) {
  const { jobId, integration, scope, onStarted, onClose } = props;
  const { clientName } = useClient();
  const query = useQuery(integrationJobQuery(clientName, jobId));
  const start = useStartSync(onStarted);
  const cancel = useCancelJob();
  const job = query.data;
  if (query.isError && job === undefined) {
    return <ErrorState title="Sorry, something went wrong!" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (job === undefined) return <LoadingState label="Starting" />;
  const { state, label } = jobState(job);
  const isDryRun = job.taskName === 'Dry Run';
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text fw={600}>{nameOfJob(job)}</Text>
        <StateBadge state={state}>{label}</StateBadge>
      </Group>
      <JobProgress job={job} />
      {!isDryRun ? (
        <JobCounts job={job} />
      ) : isActive(job) ? (
        <Text size="sm">Finding out what would change. Nothing is written.</Text>
      ) : (
        <Suspense fallback={null}>
          <SyncPlan jobId={jobId} />
        </Suspense>
      )}
      {isActive(job) && (
        <Text size="sm" c="dimmed">
          You can close this: the job goes on, and Connector Logs shows how it ends.
        </Text>
      )}
      <Group justify="flex-end">
        {isActive(job) && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(job)}>
            Cancel job
          </Button>
        )}
        <ButtonLink
          variant="default"
          to="/app/$clientName/settings/connector-logs"
          params={{ clientName }}
          search={{ connector: integration.integrationType, job: jobId }}
        >
          Open in Connector Logs
        </ButtonLink>
        {isDryRun && job.status === 'COMPLETE' ? (
          <Button
            loading={start.isPending}
            onClick={() => start.mutate({ integrationId: integration.id, scope, isDryRun: false, replaces: null })}
          >
            Start sync
          </Button>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
      </Group>
    </Stack>
  );
}
