import { Skeleton } from '@mantine/core';
import type { Segment } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { segmentQuery } from '../queries.ts';
import { PersonasPanel } from './PersonasPanel.tsx';
import { useSavedPersonas } from './persona-store.ts';

/** The personas of a saved segment as they are now. */
export default function SavedPersonas({ clientName, segmentId }: { clientName: string; segmentId: string }) {
  const { data, error, refetch } = useQuery(segmentQuery(clientName, segmentId));
  if (data !== undefined) return <PersonasOf clientName={clientName} segment={data} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={60} />;
}

function PersonasOf({ clientName, segment }: { clientName: string; segment: Segment }) {
  return <PersonasPanel clientName={clientName} store={useSavedPersonas(clientName, segment)} segment={segment} />;
}
