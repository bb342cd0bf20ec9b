import { Stack, Switch } from '@mantine/core';
import { type Integration, type Segment, setSegmentAutosync } from '@quarry/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError, notifyInfo, notifySuccess } from '../../../lib/notify.ts';
import { connectorName } from '../../integrations/connector-types.ts';
import { integrationsQuery } from '../../integrations/queries.ts';

/** Switches a segment's place in the auto-sync of each connector. */
export function SegmentAutosync({ segment }: { segment: Segment }) {
  const { clientName } = useClient();
  const { data } = useQuery(integrationsQuery(clientName));
  const connected = data?.integrations.filter(({ hasCredentials }) => hasCredentials) ?? [];
  if (connected.length === 0) return null;
  return (
    <Stack gap="xs">
      {connected.map((integration) => (
        <AutosyncSwitch key={integration.id} segment={segment} integration={integration} />
      ))}
    </Stack>
  );
}

function AutosyncSwitch({ segment, integration }: { segment: Segment; integration: Integration }) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const name = connectorName(integration.integrationType);
  const sendsAll = integration.enableAutoSync && !integration.syncSegmentRecordsOnly;
  const switching = useMutation({
    mutationFn: (autoSyncStatus: boolean) =>
      call(
        setSegmentAutosync,
        { segmentId: segment.id, autoSyncStatus, integrationId: integration.id },
        { client: clientName },
      ),
    onSuccess: ({ allCompaniesAreSynced }, isOn) => {
      if (allCompaniesAreSynced) notifyInfo(`All companies are synced to ${name} already`);
      else notifySuccess(isOn ? `The segment is synced to ${name} by itself` : `Auto-sync to ${name} is off`);
    },
    onError: (error) => notifyError(messageOf(error), { title: 'Auto-sync could not be changed' }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['integrations', clientName] }),
  });
  const isOn = integration.enableAutoSync && integration.segmentIds.includes(segment.id);
  return (
    <Switch
      label={`Auto-sync to ${name}`}
      description={
        sendsAll
          ? `All companies are synced to ${name} already. The switch counts once that is limited to segments.`
          : 'Sends what changes in this segment about every 24 hours'
      }
      checked={switching.isPending ? switching.variables : isOn}
      disabled={switching.isPending}
      onChange={(event) => switching.mutate(event.currentTarget.checked)}
    />
  );
}
