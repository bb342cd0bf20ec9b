import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ClientEditorView } from './ClientEditorView.tsx';
import { NewClient } from './NewClient.tsx';
import { clientConfigQuery } from './queries.ts';

/** /admin/clients/{name}: the config of a client, to read and to edit; with isNew, that of a new one. */
export default function ClientPage() {
  const { name } = useParams({ from: '/signed-in/admin/clients/$name' });
  const { isNew, cloneOf } = useSearch({ from: '/signed-in/admin/clients/$name' });
  if (isNew !== undefined) return <NewClient cloneOf={cloneOf ?? null} />;
  return <SavedClient key={name} name={name} />;
}

function SavedClient({ name }: { name: string }) {
  const saved = useQuery(clientConfigQuery(name));
  if (saved.data) return <ClientEditorView name={name} saved={saved.data} />;
  return (
    <>
      <PageHeader title={name} />
      {saved.isError ? (
        <ErrorState
          title={`The client ${name} could not be opened`}
          error={saved.error}
          onRetry={() => void saved.refetch()}
        />
      ) : (
        <LoadingState label="Loading the config" height={300} />
      )}
    </>
  );
}
