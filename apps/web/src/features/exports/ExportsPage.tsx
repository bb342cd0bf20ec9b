import { useElementSize } from '@mantine/hooks';
import { type ExportItem, exportTitle } from '@quarry/contracts';
import { IconFileExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { formatNumber } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import list from '../../ui/list-page.module.css';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { DOCS } from '../help/docs-links.ts';
import { exportColumns } from './export-columns.tsx';
import { EXPORTS_PAGE_SIZE, exportsQuery } from './queries.ts';
import { useDownload } from './use-download.ts';

/** All exports of the account, for its administrators. */
export default function ExportsPage() {
  const { clientName } = useClient();
  return usePermission('ADMIN') ? <ExportsList clientName={clientName} /> : <NoPermission />;
}

function ExportsList({ clientName }: { clientName: string }) {
  const { page = 1 } = useSearch({ from: '/signed-in/app/$clientName/exports' });
  const navigate = useNavigate({ from: '/app/$clientName/exports' });
  const { ref, width } = useElementSize();
  const { mutate: download } = useDownload(clientName);
  const exports = useQuery(exportsQuery(clientName, page - 1));
  const answer = exports.data;
  const lastPage = Math.max(1, Math.ceil((answer?.count ?? 0) / EXPORTS_PAGE_SIZE));
  const isBeyond = answer !== undefined && !exports.isPlaceholderData && page > lastPage;
  // A refresh that fails leaves the rows that are there.
  const isFailed = exports.isError && answer === undefined;

  const show = useCallback(
    (wanted: number, replace = false) => void navigate({ search: wanted > 1 ? { page: wanted } : {}, replace }),
    [navigate],
  );
  useEffect(() => {
    if (isBeyond) show(lastPage, true);
  }, [isBeyond, lastPage, show]);
  const open = useCallback(
    (item: ExportItem) =>
      void navigate({ to: '/app/$clientName/exports/$exportId', params: { clientName, exportId: item.id } }),
    [navigate, clientName],
  );
  const columns = useMemo(() => {
    // Which of several files is wanted is to be said on the export's page.
    const onDownload = (item: ExportItem) =>
      item.parts.length === 1 ? download({ exportId: item.id, index: 0 }) : open(item);
    return exportColumns({ clientName, width, onDownload });
  }, [clientName, width, download, open]);
  return (
    <div className={list.page}>
      <PageHeader
        title="Exports"
        clientName={clientName}
        context={
          answer === undefined ? null : `${formatNumber(answer.count)} ${answer.count === 1 ? 'export' : 'exports'}`
        }
      />
      <div className={list.content} ref={ref}>
        {isFailed ? (
          <ErrorState title="Failed to fetch exports" error={exports.error} onRetry={() => void exports.refetch()} />
        ) : answer?.count === 0 ? (
          <EmptyState
            title="There are no CSV exports in your account"
            icon={<IconFileExport size={28} aria-hidden="true" />}
            docs={{ href: DOCS.exports.href, label: 'How exports work' }}
            action={
              <ButtonLink to="/app/$clientName" params={{ clientName }}>
                Go to Companies
              </ButtonLink>
            }
          >
            Filter the companies that you want, then choose Export above the table.
          </EmptyState>
        ) : (
          <>
            <DataTable
              label="Exports"
              columns={columns}
              rows={answer?.items ?? NO_ROWS}
              rowKey={keyOfExport}
              rowLabel={exportTitle}
              isLoading={exports.isPending}
              isRefreshing={exports.isPlaceholderData}
              isArrangeable={false}
              skeletonRows={EXPORTS_PAGE_SIZE}
              rowOffset={(page - 1) * EXPORTS_PAGE_SIZE}
              rowCount={answer?.count ?? EXPORTS_PAGE_SIZE}
              onOpenRow={open}
              onPageStep={(step) => {
                if (page + step >= 1 && page + step <= lastPage) show(page + step);
              }}
            />
            <Pager
              pageIndex={page - 1}
              pageSize={EXPORTS_PAGE_SIZE}
              total={answer?.count ?? null}
              shown={answer?.items.length ?? 0}
              noun="exports"
              onPage={(pageIndex) => show(pageIndex + 1)}
            />
          </>
        )}
      </div>
    </div>
  );
}

const NO_ROWS: never[] = [];

function keyOfExport(item: ExportItem): string {
  return item.id;
}
