import { Button, Group, Stack, Text } from '@mantine/core';
import { type IntegrationJob, UNDO_DAYS } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { hasCode } from '../../../lib/api-error.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ReadingPanel } from '../../../ui/ReadingPanel.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { integrationJobQuery } from '../queries.ts';
import { JobCounts } from './JobCounts.tsx';
import { JobProgress } from './JobProgress.tsx';
import { nameOfJob } from './job-columns.tsx';
import { hasPlan, importText, isActive, jobState } from './job-words.ts';
import { useCancelJob } from './use-cancel-job.ts';

const SyncPlan = lazy(() => import('../plan/SyncPlan.tsx'));
const UndoSync = lazy(() => import('../plan/UndoSync.tsx'));

/** One job: how it goes on, what it did or would do, and what can be done about it. */
export default function JobPanel(props: {
  jobId: string;
  /** Opens another job, such as the preview of an undo. */
  onJob: (jobId: string) => void;
  onClose: () => void;
}) {
  const { clientName } = useClient();
  const query = useQuery(integrationJobQuery(clientName, props.jobId));
  const job = query.data;
  return (
    <ReadingPanel
      onClose={props.onClose}
      width={720}
      title={
        <Text component="span" fw={600} size="lg">
          {job === undefined ? 'Job' : nameOfJob(job)}
        </Text>
      }
    >
      {job !== undefined ? (
        <JobDetails job={job} onJob={props.onJob} />
      ) : hasCode(query.error, 'NOT_FOUND') ? (
        <EmptyState title="This job does not exist" />
      ) : query.isError ? (
        <ErrorState title="Failed to fetch the job" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState label="Loading the job" />
      )}
    </ReadingPanel>
  );
}

function JobDetails({ job, onJob }: { job: IntegrationJob; onJob: (jobId: string) => void }) {
  const [isUndoing, setUndoing] = useState(false);
  const cancel = useCancelJob();
  const { state, label } = jobState(job);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StateBadge state={state}>{label}</StateBadge>
        {isActive(job) && (
          <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(job)}>
            Cancel
          </Button>
        )}
        {job.canUndo && (
          <Button size="xs" variant="default" onClick={() => setUndoing(true)}>
            Take back this sync…
          </Button>
        )}
      </Group>
      <JobProgress job={job} />
      <Suspense fallback={null}>
        {hasPlan(job) && !isActive(job) && <SyncPlan jobId={job.id} onStarted={onJob} />}
        {isUndoing && <UndoSync job={job} onStarted={onJob} onClose={() => setUndoing(false)} />}
      </Suspense>
      {!hasPlan(job) && job.taskName !== 'Import' && <JobCounts job={job} />}
      <JobFacts job={job} />
      {job.canUndo && (
        <Text size="sm" c="dimmed">
          The values that this sync overwrote are kept for {UNDO_DAYS} days. Until then it can be taken back.
        </Text>
      )}
    </Stack>
  );
}

function JobFacts({ job }: { job: IntegrationJob }) {
  const imported = importText(job.progress);
  return (
    <Facts>
      {imported !== null && <Fact label="Imported">{imported}</Fact>}
      <Fact label="Requested">
        {formatInstant(job.createdAt)}
        {job.requestedBy === null ? '' : ` by ${job.requestedBy}`}
      </Fact>
      {job.startedAt !== null && <Fact label="Started">{formatInstant(job.startedAt)}</Fact>}
      {job.finishedAt !== null && <Fact label="Finished">{formatInstant(job.finishedAt)}</Fact>}
    </Facts>
  );
}
