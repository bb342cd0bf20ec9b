import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { marketRequestsQuery } from './queries.ts';

/** The number of requests to publish markets that wait for approval. */
export default function WaitingRequests() {
  const { data } = useQuery(marketRequestsQuery(0));
  if (data === undefined || data.count === 0) return null;
  return (
    <>
      {data.count}
      <VisuallyHidden> waiting</VisuallyHidden>
    </>
  );
}
