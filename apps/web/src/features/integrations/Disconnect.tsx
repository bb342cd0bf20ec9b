import { disconnectIntegration, type Integration } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { connectorName } from './connector-types.ts';

/** Confirms before a connection is ended. */
export default function Disconnect({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const name = connectorName(integration.integrationType);
  return (
    <ConfirmedAction
      title={`Disconnect ${name}?`}
      confirmLabel="Yes, disconnect"
      messages={{
        running: `Disconnecting ${name}…`,
        done: `${name} is disconnected`,
        failed: `${name} could not be disconnected`,
      }}
      run={() => call(disconnectIntegration, { integrationId: integration.id }, { client: clientName })}
      refresh={() => cache.invalidateQueries({ queryKey: ['integrations', clientName] })}
      onClose={onClose}
    >
      Syncs and auto-sync stop, and Quarry forgets{' '}
      {integration.integrationType === 'WEBHOOK' ? 'the addresses' : 'its access'}. Records that were synced stay in{' '}
      {name}. Settings, mappings and the links to records are kept for the next time that you connect.
    </ConfirmedAction>
  );
}
