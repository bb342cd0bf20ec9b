import { Alert, Anchor, Container, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatInstant } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Jobs } from '../jobs/Jobs.tsx';
import { jobsQuery, problemsQuery } from './queries.ts';

/** /admin/system: what is wrong with the installation, and its running jobs, for staff. */
export default function SystemPage() {
  const problems = useQuery(problemsQuery);
  const jobs = useQuery(jobsQuery);
  return (
    <Container component="main" size="md" py="xl">
      <PageHeader
        title="System"
        actions={
          <Anchor component={Link} to="/app" size="sm">
            Go to client dashboard
          </Anchor>
        }
      />
      {problems.isPending ? <LoadingState label="Loading the problems" height={160} /> : null}
      {problems.isError ? <ErrorState error={problems.error} onRetry={() => void problems.refetch()} /> : null}
      {problems.data?.length === 0 ? (
        <EmptyState title="Everything is in order" icon={<IconCircleCheck size={32} aria-hidden />} />
      ) : null}
      <Stack gap="sm">
        {problems.data?.map(({ id, message, since }) => (
          <Alert key={id} color="red" icon={<IconAlertTriangle aria-hidden />}>
            <Text size="sm">{message}</Text>
            <Text size="xs" c="dimmed">
              Since {formatInstant(since)}
            </Text>
          </Alert>
        ))}
      </Stack>
      {jobs.isError ? <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} /> : null}
      {jobs.data && jobs.data.length > 0 ? (
        <Stack component="section" gap="xs" mt="xl" aria-labelledby="system-jobs">
          <Title order={2} size="h4" id="system-jobs">
            Jobs of the last hour
          </Title>
          <Paper withBorder p="md">
            <Jobs jobs={jobs.data} />
          </Paper>
        </Stack>
      ) : null}
    </Container>
  );
}
