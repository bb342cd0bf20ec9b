import { getClientConfig } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { EstimationEditor } from './EstimationEditor.tsx';
import { NEW_ESTIMATE, readEstimationHash } from './estimation-state.ts';

/** /admin/market-estimations: how many companies of the universe match criteria. */
export default function EstimationPage() {
  const hash = useLocation({ select: (location) => location.hash });
  // Another link to this page, such as a permalink that is pasted, starts it anew.
  return <StartedEstimation key={hash} hash={hash} />;
}

function StartedEstimation({ hash }: { hash: string }) {
  const [start] = useState(() => readEstimationHash(hash));
  const name = start.kind === 'client' ? start.name : '';
  const client = useQuery({
    queryKey: ['client-config', name],
    queryFn: ({ signal }) => call(getClientConfig, { name }, { signal }),
    enabled: start.kind === 'client',
    retry: false,
  });
  if (start.kind === 'config') return <EstimationEditor start={start.config} />;
  if (start.kind === 'new') return <EstimationEditor start={NEW_ESTIMATE} />;
  if (client.isError) {
    return (
      <ErrorState title="The client could not be loaded" error={client.error} onRetry={() => void client.refetch()} />
    );
  }
  if (client.data === undefined) return <LoadingState label="Loading the client" height={300} />;
  const { sourcingCriteria, dataBlockConfigs, fieldDefinitions, clientName } = client.data.config;
  return <EstimationEditor start={{ sourcingCriteria, dataBlockConfigs, fieldDefinitions, clientName }} />;
}
