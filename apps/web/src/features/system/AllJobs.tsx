import { Button, Progress, Table, Tabs, Text, Title } from '@mantine/core';
import {
  ANY_JOBS_PAGE_SIZE,
  type AnyJob,
  cancelAnyJob,
  JOB_STATES,
  type JobState,
  retryAnyJob,
} from '@quarry/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { relativeInstant } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { jobName } from '../jobs/job-name.ts';
import { anyJobsQuery } from './queries.ts';
import classes from './system.module.css';

const LABELS: Readonly<Record<JobState, string>> = {
  running: 'Running',
  waiting: 'Waiting',
  failed: 'Failed',
  ended: 'Ended',
};
const EMPTY: Readonly<Record<JobState, string>> = {
  running: 'No job is running.',
  waiting: 'No job is waiting.',
  failed: 'No job failed in the last seven days.',
  ended: 'No job ended in the last seven days.',
};

const isState = (value: string | null): value is JobState => JOB_STATES.some((state) => state === value);

/** The jobs of all accounts and of the installation, which staff cancel and try again. */
export function AllJobs() {
  const mayEdit = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const cache = useQueryClient();
  const [state, setState] = useState<JobState>('running');
  const [page, setPage] = useState(0);
  const query = useQuery(anyJobsQuery(state, page));
  const act = useMutation({
    mutationFn: ({ job, action }: { job: AnyJob; action: 'cancel' | 'retry' }) =>
      call(action === 'cancel' ? cancelAnyJob : retryAnyJob, { jobId: job.id }),
    onSuccess: (_result, { action }) =>
      notifySuccess(action === 'cancel' ? 'The job was asked to stop' : 'The job waits for its next try'),
    onError: (error) => notifyError(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['system', 'all-jobs'] }),
  });
  const { data } = query;
  return (
    <section className={classes.jobs} aria-labelledby="all-jobs">
      <Title order={2} id="all-jobs" mb="xs">
        Jobs of all accounts
      </Title>
      <Tabs
        value={state}
        onChange={(value) => {
          if (!isState(value)) return;
          setState(value);
          setPage(0);
        }}
      >
        <Tabs.List aria-label="Jobs by state">
          {JOB_STATES.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {each === 'ended' || data === undefined ? LABELS[each] : `${LABELS[each]} ${data.counts[each]}`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={state}>
          {query.isPending ? <LoadingState label="Loading jobs" height={80} /> : null}
          {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
          {data?.items.length === 0 ? (
            <Text size="sm" c="dimmed" py="md">
              {EMPTY[state]}
            </Text>
          ) : null}
          {data && data.items.length > 0 ? (
            <Table.ScrollContainer minWidth={720}>
              <Table aria-label={`${LABELS[state]} jobs`}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Job</Table.Th>
                    <Table.Th>Account</Table.Th>
                    <Table.Th>Progress</Table.Th>
                    <Table.Th>Since</Table.Th>
                    <Table.Th aria-label="Actions" />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.items.map((job) => (
                    <Table.Tr key={job.id}>
                      <Table.Td>
                        {jobName(job)}
                        <Text size="xs" c={job.error === null ? 'dimmed' : 'red'} style={{ overflowWrap: 'anywhere' }}>
                          {job.error ?? job.message}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        {job.clientName ?? 'Installation'}
                        <Text size="xs" c="dimmed">
                          {job.requestedBy}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        <Text size="xs">{`${Math.round(job.progress * 100)}%, attempt ${job.attempt}`}</Text>
                        <Progress value={job.progress * 100} size="sm" aria-hidden="true" />
                      </Table.Td>
                      <Table.Td>{relativeInstant(job.finishedAt ?? job.startedAt ?? job.createdAt)}</Table.Td>
                      <Table.Td ta="end">
                        {mayEdit && job.canCancel ? (
                          <Button
                            size="compact-xs"
                            variant="default"
                            aria-label={`Cancel ${jobName(job)} of ${job.clientName ?? 'the installation'}`}
                            disabled={act.isPending}
                            onClick={() => act.mutate({ job, action: 'cancel' })}
                          >
                            Cancel
                          </Button>
                        ) : null}
                        {mayEdit && job.canRetry ? (
                          <Button
                            size="compact-xs"
                            variant="default"
                            aria-label={`Retry ${jobName(job)} of ${job.clientName ?? 'the installation'}`}
                            disabled={act.isPending}
                            onClick={() => act.mutate({ job, action: 'retry' })}
                          >
                            Retry
                          </Button>
                        ) : null}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          ) : null}
          {data ? (
            <Pager
              pageIndex={page}
              pageSize={ANY_JOBS_PAGE_SIZE}
              total={data.count}
              rowCount={data.items.length}
              onPage={setPage}
              label="Pages of jobs"
            />
          ) : null}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
