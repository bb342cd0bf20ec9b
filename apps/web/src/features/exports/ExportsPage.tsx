import { type ExportItem, exportTitle } from '@quarry/contracts';
import { IconFileExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { pageOf } from '../../lib/list-search.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { DOCS } from '../help/docs-links.ts';
import { exportColumns } from './export-columns.tsx';
import { EXPORTS_PAGE_SIZE, exportsQuery } from './queries.ts';
import { useDownload } from './use-download.ts';

/** The person's exports, and for administrators all of the account. */
export default function ExportsPage() {
  const isAdmin = usePermission('ADMIN');
  const { clientName } = useClient();
  const { page = 1 } = useSearch({ from: '/signed-in/app/$clientName/exports' });
  const navigate = useNavigate({ from: '/app/$clientName/exports' });
  const { mutate: download } = useDownload(clientName);
  const exports = useQuery(exportsQuery(clientName, page - 1));
  const open = useCallback(
    (item: ExportItem) =>
      void navigate({ to: '/app/$clientName/exports/$exportId', params: { clientName, exportId: item.id } }),
    [navigate, clientName],
  );
  const columns = useCallback(
    (width: number) => {
      // With several files, people choose one on the export's page.
      const onDownload = (item: ExportItem) =>
        item.parts.length === 1 ? download({ exportId: item.id, index: 0 }) : open(item);
      return exportColumns({ clientName, width, showsRequester: isAdmin, onDownload });
    },
    [clientName, isAdmin, download, open],
  );
  return (
    <ListPage
      title="Exports"
      label="Exports"
      noun="export"
      query={exports}
      rows={exports.data?.items}
      total={exports.data?.count}
      columns={columns}
      rowKey={keyOfExport}
      rowLabel={exportTitle}
      onOpenRow={open}
      paging={{
        page,
        pageSize: EXPORTS_PAGE_SIZE,
        onPage: (nextPage, replace) => void navigate({ search: pageOf({ page: nextPage }), replace }),
      }}
      empty={
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
      }
    />
  );
}

function keyOfExport(item: ExportItem): string {
  return item.id;
}
