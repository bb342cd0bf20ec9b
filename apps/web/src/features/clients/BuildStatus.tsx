import { Alert, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { relativeInstant } from '../../lib/format.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { BUILD_STATES } from './client-columns.tsx';
import { buildStatusQuery } from './queries.ts';

/** How far the client's build is, or how the last one ended. */
export function BuildStatus({ name }: { name: string }) {
  const { data, isError } = useQuery(buildStatusQuery(name));
  if (isError && data === undefined) return <Alert color="red">The state of the build could not be read.</Alert>;
  if (data === undefined || data.status === null) return null;
  const { state, label } = BUILD_STATES[data.status];
  return (
    <section aria-label="Dataset build">
      <Group gap="sm">
        <StateBadge state={state}>{data.status === 'COMPLETE' ? 'Dataset built' : label}</StateBadge>
        <Text size="sm" c="dimmed">
          {[
            data.status === 'COMPLETE' ? null : (data.error ?? data.phase),
            data.lastDataSyncCompletedAt && `last completed ${relativeInstant(data.lastDataSyncCompletedAt)}`,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </Text>
      </Group>
      {data.status === 'IN_PROGRESS' && (
        <Progress mt={6} value={data.percentage} aria-label="Progress of the build" animated />
      )}
    </section>
  );
}
