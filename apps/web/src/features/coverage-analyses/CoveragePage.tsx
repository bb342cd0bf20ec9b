import { getClientConfig } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { call } from '../../lib/api.ts';
import { decodeHashText, hashParts } from '../../lib/hash-value.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { CoverageEditor } from './CoverageEditor.tsx';
import { NEW_ANALYSIS } from './coverage-draft.ts';
import { coverageQuery } from './queries.ts';

/** /admin/coverage-analysis/{id}: a saved analysis, or with `new` a new one, which can start from a client's config. */
export default function CoveragePage() {
  const { id } = useParams({ from: '/signed-in/admin/coverage-analysis/$id' });
  const hash = useLocation({ select: (location) => location.hash });
  const clientName = id === 'new' ? decodeHashText(hashParts(hash).get('client') ?? '') : '';
  return id === 'new' ? <NewAnalysis key={clientName} clientName={clientName} /> : <SavedAnalysis key={id} id={id} />;
}

function SavedAnalysis({ id }: { id: string }) {
  const saved = useQuery(coverageQuery(id));
  if (saved.isError) return <ErrorState error={saved.error} onRetry={() => void saved.refetch()} />;
  if (saved.data === undefined) return <LoadingState label="Loading the analysis" height={300} />;
  return <CoverageEditor id={id} start={saved.data} />;
}

function NewAnalysis({ clientName }: { clientName: string }) {
  const client = useQuery({
    queryKey: ['client-config', clientName],
    queryFn: ({ signal }) => call(getClientConfig, { name: clientName }, { signal }),
    enabled: clientName !== '',
    retry: false,
  });
  if (clientName === '') return <CoverageEditor id={null} start={NEW_ANALYSIS} />;
  if (client.isError) {
    return (
      <ErrorState title="The client could not be loaded" error={client.error} onRetry={() => void client.refetch()} />
    );
  }
  if (client.data === undefined) return <LoadingState label="Loading the client" height={300} />;
  const { sourcingCriteria, dataBlockConfigs } = client.data.config;
  return <CoverageEditor id={null} start={{ ...NEW_ANALYSIS, clientName, sourcingCriteria, dataBlockConfigs }} />;
}
