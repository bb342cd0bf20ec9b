import { Progress, Table, Text, Title } from '@mantine/core';
import { ERASURES_PAGE_SIZE, type Erasure } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant, plural } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { CrmRecords } from './CrmRecords.tsx';
import classes from './erasures.module.css';
import { erasuresQuery } from './queries.ts';

/** The requested deletions with their progress and result, newest first. */
export function PastErasures() {
  const [page, setPage] = useState(0);
  const list = useQuery(erasuresQuery(page));
  return (
    <section className={classes.past} aria-labelledby="past-erasures">
      <Title order={2} size="h4" id="past-erasures">
        Requested deletions
      </Title>
      {list.isPending ? <LoadingState label="Loading deletions" height={80} /> : null}
      {list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.items.length === 0 ? (
        <Text size="sm" c="dimmed" py="md">
          Nobody asked to be deleted yet.
        </Text>
      ) : null}
      {list.data && list.data.items.length > 0 ? (
        <Table.ScrollContainer minWidth={760}>
          <Table aria-label="Requested deletions" verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={210}>Requested</Table.Th>
                <Table.Th>Note</Table.Th>
                <Table.Th w={220}>Deletion</Table.Th>
                <Table.Th>Still in accounts’ own systems</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.data.items.map((erasure) => (
                <Table.Tr key={erasure.jobId} className={classes.row}>
                  <Table.Td>
                    {formatInstant(erasure.requestedAt)}
                    <Text size="xs" c="dimmed">
                      {erasure.requestedBy}
                    </Text>
                  </Table.Td>
                  <Table.Td className={classes.wrapping}>{erasure.note}</Table.Td>
                  <Table.Td>
                    <Outcome erasure={erasure} />
                  </Table.Td>
                  <Table.Td>
                    <Standing erasure={erasure} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
      {list.data ? (
        <Pager
          pageIndex={page}
          pageSize={ERASURES_PAGE_SIZE}
          total={list.data.count}
          rowCount={list.data.items.length}
          onPage={setPage}
          label="Pages of deletions"
        />
      ) : null}
    </section>
  );
}

function Outcome({ erasure: { job, result } }: { erasure: Erasure }) {
  if (result !== null) {
    const { entries, accounts } = result;
    return (
      <>
        Deleted
        <Text size="xs" c="dimmed">
          {`${plural(entries, 'entry', 'entries')}, ${plural(accounts, 'account')}`}
        </Text>
      </>
    );
  }
  if (job === null) return 'Ended';
  if (job.status === 'ERROR' || job.status === 'CANCELLED') {
    return (
      <Text size="sm" c="red" className={classes.wrapping}>
        {`Not completed. ${job.error ?? ''}`}
      </Text>
    );
  }
  return (
    <>
      <Text size="xs">{job.message === '' ? 'Waiting' : job.message}</Text>
      <Progress value={job.progress * 100} size="sm" aria-label="Progress of the deletion" />
    </>
  );
}

function Standing({ erasure: { result, crmRecords } }: { erasure: Erasure }) {
  if (crmRecords.length > 0) return <CrmRecords records={crmRecords} />;
  if (result === null) return null;
  return result.crmRecords === 0 ? 'Nothing' : `${plural(result.crmRecords, 'record')}; the links are no longer kept`;
}
