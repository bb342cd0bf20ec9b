import { Button, Modal, Table, Text } from '@mantine/core';
import { listExcludedCompanies } from '@quarry/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { exclusionsKey, useRestore } from './use-exclusion.ts';

const PAGE_SIZE = 25;

/** Lists the account's excluded companies and brings them back. */
export default function ExcludedCompanies({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { clientName } = useClient();
  const [pageIndex, setPageIndex] = useState(0);
  const request = { limit: PAGE_SIZE, offset: pageIndex * PAGE_SIZE };
  const { data, error, refetch } = useQuery({
    queryKey: [...exclusionsKey(clientName), request],
    queryFn: ({ signal }) => call(listExcludedCompanies, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
  });
  const restore = useRestore(clientName);
  return (
    <Modal opened onClose={onClose} title="Excluded companies" size="lg" centered>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <LoadingState label="Loading excluded companies" height={160} />}
      {data?.count === 0 && (
        <Text size="sm">
          No companies are excluded. Select companies in the explorer to exclude them from the account.
        </Text>
      )}
      {data !== undefined && data.count > 0 && (
        <>
          <Text size="sm" mb="sm">
            These companies stay out of the account, whatever sources them.
          </Text>
          <Table aria-label="Excluded companies">
            <Table.Tbody>
              {data.items.map(({ companyId, name, domain }) => (
                <Table.Tr key={companyId}>
                  <Table.Td>
                    {name}{' '}
                    <Text span size="xs" c="dimmed">
                      {domain}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="end">
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Bring back ${name}`}
                      loading={restore.isPending && restore.variables.includes(companyId)}
                      onClick={() => restore.mutate([companyId])}
                    >
                      Bring back
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Pager
            label="Pages of excluded companies"
            pageIndex={pageIndex}
            pageSize={PAGE_SIZE}
            total={data.count}
            rowCount={data.items.length}
            noun="companies"
            onPage={setPageIndex}
          />
        </>
      )}
    </Modal>
  );
}
