import { Button, Card, Group, Table, Text, Title } from '@mantine/core';
import {
  compareReport,
  deleteSavedReport,
  type EstimationConfig,
  freezeReport,
  type SavedReport,
} from '@quarry/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { formatInstant, formatNumber, plural } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import classes from './estimation.module.css';
import { REPORTS_PAGE_SIZE, reportsKey, reportsQuery, waitForComparison } from './queries.ts';

const ConfirmedAction = lazy(async () => ({ default: (await import('../../ui/ConfirmedAction.tsx')).ConfirmedAction }));
const ReportDifference = lazy(() => import('./ReportDifference.tsx'));

/** The saved estimates: opened, frozen, compared and deleted. */
export function SavedReports({ onOpen }: { onOpen: (config: EstimationConfig) => void }) {
  const mayEdit = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const cache = useQueryClient();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [deleted, setDeleted] = useState<SavedReport | null>(null);
  const reports = useQuery(reportsQuery({ id: search, page }));
  const refresh = () => cache.invalidateQueries({ queryKey: reportsKey });
  const freeze = useMutation({
    mutationFn: async ({ id }: SavedReport) =>
      waitForComparison((await call(freezeReport, { id })).executionId, new AbortController().signal),
    onSuccess: ({ count }, { id }) => notifySuccess(`${plural(count, 'company', 'companies')} of "${id}" were kept`),
    onError: (error) => notifyError(messageOf(error), { title: 'Error saving report' }),
    onSettled: refresh,
  });
  const compare = useMutation({
    mutationFn: async (report: SavedReport) => ({
      report,
      comparison: await waitForComparison(
        (await call(compareReport, { id: report.id })).executionId,
        new AbortController().signal,
      ),
    }),
    onError: (error) => notifyError(messageOf(error), { title: 'The companies could not be compared' }),
  });
  const isBusy = freeze.isPending || compare.isPending;
  return (
    <Card withBorder component="section" aria-labelledby="saved-reports">
      <Title order={2} id="saved-reports">
        Saved reports
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        Freeze a report to keep its companies: later you see which came and which went.
      </Text>
      <div className={classes.search}>
        <SearchField
          noun="reports"
          maxLength={255}
          search={search}
          delayMs={300}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      {reports.isPending ? <LoadingState label="Loading reports" height={80} /> : null}
      {reports.isError ? <ErrorState error={reports.error} onRetry={() => void reports.refetch()} /> : null}
      {reports.data?.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {search === '' ? 'No report was saved yet.' : 'No report matches the search.'}
        </Text>
      ) : null}
      {reports.data && reports.data.items.length > 0 ? (
        <Table.ScrollContainer minWidth={720}>
          <Table aria-label="Saved reports">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Client</Table.Th>
                <Table.Th ta="end">Companies</Table.Th>
                <Table.Th>Frozen</Table.Th>
                <Table.Th>Saved by</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {reports.data.items.map((report) => (
                <Table.Tr key={report.id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{report.id}</Table.Td>
                  <Table.Td>{report.config.clientName ?? '–'}</Table.Td>
                  <Table.Td ta="end">{report.count === null ? '–' : formatNumber(report.count)}</Table.Td>
                  <Table.Td>
                    {report.frozen === null ? (
                      '–'
                    ) : (
                      <>
                        {formatNumber(report.frozen.count)}
                        <Text size="xs" c="dimmed">
                          {formatInstant(report.frozen.at)}
                          {report.frozen.isUniverseChanged ? ' · the universe changed since' : ''}
                        </Text>
                      </>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Text size="xs">{report.requestedByUserEmail.email}</Text>
                    <Text size="xs" c="dimmed">
                      {formatInstant(report.updatedAt)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={4} justify="flex-end" wrap="nowrap">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Open ${report.id}`}
                        onClick={() => {
                          onOpen(report.config);
                          window.scrollTo({ top: 0 });
                        }}
                      >
                        Open
                      </Button>
                      {report.frozen === null ? null : (
                        <Button
                          size="compact-xs"
                          variant="default"
                          aria-label={`Compare ${report.id} with now`}
                          disabled={isBusy}
                          loading={compare.isPending && compare.variables.id === report.id}
                          onClick={() => compare.mutate(report)}
                        >
                          Compare
                        </Button>
                      )}
                      {mayEdit ? (
                        <>
                          <Button
                            size="compact-xs"
                            variant="default"
                            aria-label={`Freeze ${report.id}`}
                            disabled={isBusy}
                            loading={freeze.isPending && freeze.variables.id === report.id}
                            onClick={() => freeze.mutate(report)}
                          >
                            Freeze
                          </Button>
                          <Button
                            size="compact-xs"
                            variant="subtle"
                            color="red"
                            aria-label={`Delete ${report.id}`}
                            onClick={() => setDeleted(report)}
                          >
                            Delete
                          </Button>
                        </>
                      ) : null}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
      {reports.data ? (
        <Pager
          pageIndex={page - 1}
          pageSize={REPORTS_PAGE_SIZE}
          total={reports.data.count}
          rowCount={reports.data.items.length}
          onPage={(pageIndex) => setPage(pageIndex + 1)}
          label="Pages of reports"
        />
      ) : null}
      <Suspense>
        {compare.data ? (
          <ReportDifference
            report={compare.data.report}
            comparison={compare.data.comparison}
            onClose={() => compare.reset()}
          />
        ) : null}
        {deleted === null ? null : (
          <ConfirmedAction
            title="Delete report"
            confirmLabel="Yes, delete"
            messages={{ running: 'Deleting...', done: 'Report deleted', failed: 'The report could not be deleted' }}
            run={() => call(deleteSavedReport, { id: deleted.id })}
            refresh={refresh}
            onClose={() => setDeleted(null)}
          >
            {`Are you sure you want to delete the report "${deleted.id}"?`}
          </ConfirmedAction>
        )}
      </Suspense>
    </Card>
  );
}
