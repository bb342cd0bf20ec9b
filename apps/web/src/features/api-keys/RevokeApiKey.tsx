import { type ApiKey, revokeApiKey } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { apiKeysQuery } from './queries.ts';

/** Revokes a key after confirmation. */
export default function RevokeApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return (
    <ConfirmedAction
      title="Revoke API key"
      confirmLabel="Yes, revoke"
      messages={{ running: 'Revoking API key', done: 'API key revoked', failed: 'Error revoking API key' }}
      run={() => call(revokeApiKey, { apiKeyId: apiKey.id }, { client: clientName })}
      refresh={() => cache.invalidateQueries({ queryKey: apiKeysQuery(clientName).queryKey })}
      onClose={onClose}
    >
      Programs that use "{apiKey.name}" will lose access at once. This can't be undone.
    </ConfirmedAction>
  );
}
