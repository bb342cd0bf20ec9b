import { Button } from '@mantine/core';
import type { ApiKey } from '@quarry/contracts';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, useCallback, useState } from 'react';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { DOCS } from '../help/docs-links.ts';
import { apiKeyColumns } from './api-key-columns.tsx';
import { apiKeysQuery } from './queries.ts';

const CreateApiKey = lazy(() => import('./CreateApiKey.tsx'));
const RevokeApiKey = lazy(() => import('./RevokeApiKey.tsx'));

/** The account's API keys, for administrators. */
export default function ApiKeysPage() {
  return usePermission('ADMIN') ? <ApiKeyList /> : <NoPermission />;
}

function ApiKeyList() {
  const { clientName } = useClient();
  const [isCreating, setCreating] = useState(false);
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null);
  const keys = useQuery(apiKeysQuery(clientName));
  const count = keys.data?.length;
  const columns = useCallback((width: number) => apiKeyColumns(width, setKeyToRevoke), []);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      Create API key
    </Button>
  );
  return (
    <ListPage
      title="API Keys"
      label="API keys"
      noun="key"
      errorTitle="Failed to fetch API keys"
      query={keys}
      rows={keys.data}
      total={count}
      columns={columns}
      rowKey={idOfKey}
      rowLabel={nameOfKey}
      actions={count === 0 ? null : create}
      empty={
        <EmptyState
          title="There are no API keys in your account"
          icon={<IconKey size={28} aria-hidden="true" />}
          docs={{ href: DOCS.apiKeys.href, label: 'How API keys work' }}
          action={create}
        >
          With a key, your own programs can use Quarry's API in this account.
        </EmptyState>
      }
    >
      {isCreating && <CreateApiKey onClose={() => setCreating(false)} />}
      {keyToRevoke && <RevokeApiKey apiKey={keyToRevoke} onClose={() => setKeyToRevoke(null)} />}
    </ListPage>
  );
}

function idOfKey(apiKey: ApiKey): string {
  return apiKey.id;
}

function nameOfKey(apiKey: ApiKey): string {
  return apiKey.name;
}
