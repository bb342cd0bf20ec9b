import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api.ts';
import { ClientProvider, clientQuery, userQuery } from '../../lib/client-context.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Frame } from './Frame.tsx';

/** Loads the account and the person, then frames the account's pages. */
export default function ClientFrame() {
  const { clientName } = useParams({ from: '/signed-in/app/$clientName' });
  const navigate = useNavigate();
  const client = useQuery(clientQuery(clientName));
  const user = useQuery(userQuery);
  const isRefused = client.error instanceof ApiError && client.error.status === 403;
  useEffect(() => {
    if (isRefused) void navigate({ to: '/app', replace: true, state: { refusedClient: clientName } });
  }, [isRefused, clientName, navigate]);

  if (client.data && user.data && !isRefused) {
    return (
      <ClientProvider client={client.data} user={user.data}>
        <Frame>
          <Outlet />
        </Frame>
      </ClientProvider>
    );
  }
  const failed = [client, user].find((query) => query.isError);
  if (failed && !isRefused) {
    return (
      <main>
        <PageTitle title="Error" clientName={clientName} />
        <Title order={1} p="md">
          The account {clientName} could not be opened
        </Title>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </main>
    );
  }
  return <LoadingState label="Opening the account" height="100vh" />;
}
