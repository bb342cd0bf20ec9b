import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ApiKey } from '@quarry/contracts';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { formatNumber } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import list from '../../ui/list-page.module.css';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DOCS } from '../help/docs-links.ts';
import { apiKeyColumns } from './api-key-columns.tsx';
import { apiKeysQuery } from './queries.ts';

const CreateApiKey = lazy(() => import('./CreateApiKey.tsx'));
const RevokeApiKey = lazy(() => import('./RevokeApiKey.tsx'));

/** The keys with which programs call the API, for the account's administrators. */
export default function ApiKeysPage() {
  const { clientName } = useClient();
  return usePermission('ADMIN') ? <ApiKeyList clientName={clientName} /> : <NoPermission />;
}

function ApiKeyList({ clientName }: { clientName: string }) {
  const { ref, width } = useElementSize();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const keys = useQuery(apiKeysQuery(clientName));
  const count = keys.data?.length;
  const columns = useMemo(() => apiKeyColumns(width, setRevoked), [width]);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      Create API key
    </Button>
  );
  return (
    <div className={list.page}>
      <PageHeader
        title="API Keys"
        clientName={clientName}
        context={count === undefined ? null : `${formatNumber(count)} ${count === 1 ? 'key' : 'keys'}`}
        actions={count === 0 ? null : create}
      />
      <div className={list.content} ref={ref}>
        {keys.isError && keys.data === undefined ? (
          <ErrorState title="Failed to fetch API keys" error={keys.error} onRetry={() => void keys.refetch()} />
        ) : count === 0 ? (
          <EmptyState
            title="There are no API keys in your account"
            icon={<IconKey size={28} aria-hidden="true" />}
            docs={{ href: DOCS.apiKeys.href, label: 'How API keys work' }}
            action={create}
          >
            With a key, your own programs can use the API of Quarry in this account.
          </EmptyState>
        ) : (
          <DataTable
            label="API keys"
            columns={columns}
            rows={keys.data ?? NO_ROWS}
            rowKey={idOfKey}
            rowLabel={nameOfKey}
            isLoading={keys.isPending}
            isArrangeable={false}
            skeletonRows={3}
          />
        )}
      </div>
      <Suspense fallback={null}>
        {isCreating && <CreateApiKey onClose={() => setCreating(false)} />}
        {revoked && <RevokeApiKey apiKey={revoked} onClose={() => setRevoked(null)} />}
      </Suspense>
    </div>
  );
}

const NO_ROWS: never[] = [];

function idOfKey(apiKey: ApiKey): string {
  return apiKey.id;
}

function nameOfKey(apiKey: ApiKey): string {
  return apiKey.name;
}
