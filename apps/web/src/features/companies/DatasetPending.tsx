import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

const POLL_MS = 5_000;

/** Replaces the explorer until the account's first dataset is built. */
export default function DatasetPending() {
  const { clientName } = useClient();
  useQuery({ ...clientQuery(clientName), refetchInterval: POLL_MS });
  return (
    <>
      <PageHeader title="Companies" clientName={clientName} />
      <Center mih={320} role="status">
        <EmptyState title="The dataset is being built" icon={<Loader size="sm" aria-hidden="true" />}>
          Companies that match the account's criteria are being collected and their data points computed. This page
          shows them as soon as the first build is done; it takes seconds for a small dataset and minutes for a large
          one.
        </EmptyState>
      </Center>
    </>
  );
}
