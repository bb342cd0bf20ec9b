import { type ApiKey, revokeApiKey } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { apiKeysQuery } from './queries.ts';

/** Asks before a key is revoked, and revokes it. */
export default function RevokeApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return (
    <ConfirmedAction
      title="Revoke API key"
      confirmLabel="Yes, revoke"
      words={{ running: 'Revoking API key', done: 'API key revoked', failed: 'Error revoking API key' }}
      run={() => call(revokeApiKey, { apiKeyId: apiKey.id }, { client: clientName })}
      refresh={() => cache.invalidateQueries({ queryKey: apiKeysQuery(clientName).queryKey })}
      onClose={onClose}
    >
      Programs that use "{apiKey.name}" are refused from now on. This cannot be undone.
    </ConfirmedAction>
  );
}
