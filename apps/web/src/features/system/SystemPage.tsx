import { Alert, Anchor, Container, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatInstant } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { problemsQuery } from './queries.ts';

/** /admin/system: what is wrong with the installation, for staff. */
export default function SystemPage() {
  const problems = useQuery(problemsQuery);
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
    </Container>
  );
}
