import { Alert, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatInstant, plural } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { Jobs } from '../jobs/Jobs.tsx';
import { AllJobs } from './AllJobs.tsx';
import { Overview } from './Overview.tsx';
import { jobsQuery, problemsQuery } from './queries.ts';

/** /admin/system: what is wrong with the installation, its stores and load, and the jobs of all accounts, for staff. */
export default function SystemPage() {
  const problems = useQuery(problemsQuery);
  const jobs = useQuery(jobsQuery);
  return (
    <>
      <PageHeader
        title="System"
        badge={
          problems.data?.length === 0 ? (
            <StateBadge state="live">Everything is in order</StateBadge>
          ) : problems.data ? (
            <StateBadge state="failed">{plural(problems.data.length, 'problem')}</StateBadge>
          ) : null
        }
      />
      {problems.isError ? <ErrorState error={problems.error} onRetry={() => void problems.refetch()} /> : null}
      <Stack gap="sm" px="lg">
        {problems.data?.map(({ id, message, since }) => (
          <Alert key={id} color="red" icon={<IconAlertTriangle aria-hidden />}>
            <Text size="sm">{message}</Text>
            <Text size="xs" c="dimmed">
              Since {formatInstant(since)}
            </Text>
          </Alert>
        ))}
      </Stack>
      <Overview />
      <AllJobs />
      {jobs.isError ? <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} /> : null}
      {jobs.data && jobs.data.length > 0 ? (
        <Stack component="section" gap="xs" mt="xl" px="lg" pb="xl" aria-labelledby="system-jobs">
          <Title order={2} id="system-jobs">
            Jobs of the last hour
          </Title>
          <Paper withBorder p="md">
            <Jobs jobs={jobs.data} />
          </Paper>
        </Stack>
      ) : null}
    </>
  );
}
