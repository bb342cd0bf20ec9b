import { Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { relativeInstant } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { type State, StateBadge } from '../../ui/StateBadge.tsx';
import { syncStatusQuery } from './queries.ts';

const NAMES = { SALESFORCE: 'Salesforce', HUBSPOT: 'HubSpot', WEBHOOK: 'Webhook', PIPEDRIVE: 'Pipedrive' } as const;

/** A company's sync status in each connected CRM. `linkedInId` is null while the company loads. */
export function CompanySyncStatus(props: { clientName: string; linkedInId: string | null }) {
  const query = useQuery({
    ...syncStatusQuery(props.clientName, props.linkedInId ?? ''),
    enabled: props.linkedInId !== null,
  });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={12} width="60%" mt="xs" />;
  const { integrations, syncStatuses } = query.data;
  if (integrations.length === 0) {
    return (
      <EmptyState
        title="No CRM integrations set up, please connect your CRM"
        icon={<IconPlugConnectedX size={28} aria-hidden="true" />}
      />
    );
  }
  const timeAgo = (instant: string | null | undefined) => (instant ? relativeInstant(instant) : 'never');
  return (
    <Stack gap="sm">
      {integrations.map(({ id, integrationType }) => {
        const status = syncStatuses.find(({ integrationId }) => integrationId === id);
        const [state, label] = stateOf(status);
        return (
          <Card key={id} withBorder padding="sm">
            <Group justify="space-between">
              <Text fw={600}>{NAMES[integrationType]}</Text>
              <StateBadge state={state}>{label}</StateBadge>
            </Group>
            {status && (
              <Text size="sm" c="dimmed" mt={4}>
                First synced {timeAgo(status.firstSyncedAt)} · last synced {timeAgo(status.lastSyncedAt)} · last attempt{' '}
                {timeAgo(status.lastSyncAttemptAt)}
                {status.wasCreatedByQuarry ? ' · created by Quarry' : ''}
              </Text>
            )}
            {status?.lastSyncError && (
              <Text size="sm" mt={6}>
                <Text span fw={600}>
                  {status.lastSyncError.shortDescription}
                </Text>{' '}
                {status.lastSyncError.longDescription}
              </Text>
            )}
          </Card>
        );
      })}
    </Stack>
  );
}

function stateOf(
  status: { isSyncDisabled: boolean; lastSyncError: object | null; lastSyncedAt: string | null } | undefined,
): [State, string] {
  if (!status) return ['draft', 'Not synced yet'];
  if (status.isSyncDisabled) return ['draft', 'Sync disabled'];
  if (status.lastSyncError) return ['failed', 'Failed'];
  return status.lastSyncedAt ? ['live', 'Synced'] : ['pending', 'Waiting'];
}
