import { Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { getCompanySyncStatus, OutputOf, SyncStatus } from '@quarry/contracts';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { relativeInstant } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { type State, StateBadge } from '../../ui/StateBadge.tsx';
import { connectorName, crmOf } from '../integrations/connector-types.ts';
import { OpenRecord } from './OpenRecord.tsx';
import { syncStatusQuery } from './queries.ts';
import { useResync } from './sync/use-resync.ts';

type Connector = OutputOf<typeof getCompanySyncStatus>['integrations'][number];

/** How a company stands with each connector. */
export default function CompanySyncStatus({ companyId }: { companyId: string }) {
  const { clientName } = useClient();
  const isAdmin = usePermission('ADMIN');
  const query = useQuery(syncStatusQuery(clientName, companyId));
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={12} width="60%" mt="xs" />;
  const { integrations, syncStatuses } = query.data;
  if (integrations.length === 0) {
    return (
      <EmptyState
        title="No CRM integrations set up, please connect your CRM"
        icon={<IconPlugConnectedX size={28} aria-hidden="true" />}
        action={
          isAdmin && (
            <ButtonLink to="/app/$clientName/settings/connectors" params={{ clientName }} search={{}}>
              Go to Connectors
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <Stack gap="sm">
      {integrations.map((connector) => (
        <ConnectorStatus
          key={connector.id}
          connector={connector}
          companyId={companyId}
          isAdmin={isAdmin}
          status={syncStatuses.find(({ integrationId }) => integrationId === connector.id)}
        />
      ))}
    </Stack>
  );
}

function ConnectorStatus(props: {
  connector: Connector;
  companyId: string;
  isAdmin: boolean;
  /** Undefined if the company was never sent. */
  status: SyncStatus | undefined;
}) {
  const { connector, status } = props;
  const resync = useResync(connector.id, props.companyId);
  const [state, label] = stateOf(status);
  const name = connectorName(connector.integrationType);
  return (
    <Card withBorder padding="sm" component="section" aria-label={name}>
      <Group justify="space-between">
        <Text fw={600}>{name}</Text>
        <StateBadge state={state}>{label}</StateBadge>
      </Group>
      {status && (
        <Text size="sm" c="dimmed" mt={4}>
          First synced {timeAgo(status.firstSyncedAt)} · last synced {timeAgo(status.lastSyncedAt)} · last attempt{' '}
          {timeAgo(status.lastSyncAttemptAt)}
          {status.wasCreatedByQuarry ? ' · created by Quarry' : ''}
        </Text>
      )}
      {status?.isSyncDisabled === true && (
        <Text size="sm" mt={6}>
          The record was deleted in {name}, so Quarry does not send this company any more.
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
      <Group mt={8} gap="sm">
        {props.isAdmin && (
          <Button size="compact-sm" variant="default" loading={resync.isPending} onClick={() => resync.mutate()}>
            Sync this company
          </Button>
        )}
        {status?.externalId && crmOf(connector.integrationType) !== null && (
          <OpenRecord integrationId={connector.id} recordType="company" externalId={status.externalId}>
            Open in {name}
          </OpenRecord>
        )}
      </Group>
    </Card>
  );
}

function timeAgo(instant: string | null): string {
  return instant === null ? 'never' : relativeInstant(instant);
}

function stateOf(status: SyncStatus | undefined): [State, string] {
  if (!status) return ['draft', 'Not synced yet'];
  if (status.isSyncDisabled) return ['draft', 'Sync disabled'];
  if (status.lastSyncStatus === 'FAILED' || status.lastSyncError) return ['failed', 'Failed'];
  if (status.lastSyncStatus === 'SKIPPED' && status.lastSyncedAt === null) return ['draft', 'Skipped'];
  return status.lastSyncedAt ? ['live', 'Synced'] : ['pending', 'Waiting'];
}
