import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { AUDIT_PAGE_SIZE, type AuditEntry } from '@quarry/contracts';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { formatNumber } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import list from '../../ui/list-page.module.css';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { DOCS } from '../help/docs-links.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { auditColumns } from './audit-columns.tsx';
import { type AuditTrailSearch, auditTrailSearch, isFiltered } from './audit-trail-search.ts';
import { auditTrailQuery } from './queries.ts';

const AuditEntryDrawer = lazy(() => import('./AuditEntryDrawer.tsx'));

/** Who changed what in the account, for its administrators. */
export default function AuditTrailPage() {
  const { clientName } = useClient();
  return usePermission('ADMIN') ? <AuditTrail clientName={clientName} /> : <NoPermission />;
}

function AuditTrail({ clientName }: { clientName: string }) {
  const search = useSearch({ from: '/signed-in/app/$clientName/settings/audit-trail' });
  const navigate = useNavigate({ from: '/app/$clientName/settings/audit-trail' });
  const { ref, width } = useElementSize();
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const trail = useQuery(auditTrailQuery(clientName, search));
  const answer = trail.data;
  const { page = 1 } = search;
  const lastPage = Math.max(1, Math.ceil((answer?.count ?? 0) / AUDIT_PAGE_SIZE));
  const columns = useMemo(() => auditColumns(width, setOpen), [width]);
  const show = (next: AuditTrailSearch, replace = false) =>
    void navigate({ search: auditTrailSearch({ ...next }), replace });
  const isEmpty = answer !== undefined && answer.items.length === 0 && !trail.isPlaceholderData;
  return (
    <div className={list.page}>
      <PageHeader
        title="Audit Trail"
        clientName={clientName}
        context={
          answer === undefined ? null : `${formatNumber(answer.count)} ${answer.count === 1 ? 'change' : 'changes'}`
        }
      />
      <AuditFilters search={search} actions={answer?.actions ?? []} onChange={(filters) => show(filters, true)} />
      <div className={list.content} ref={ref}>
        {trail.isError && answer === undefined ? (
          <ErrorState
            title="Failed to fetch the audit trail"
            error={trail.error}
            onRetry={() => void trail.refetch()}
          />
        ) : isEmpty ? (
          <EmptyState
            title={isFiltered(search) || page > 1 ? 'No changes match' : 'Nothing has been changed yet'}
            icon={<IconHistory size={28} aria-hidden="true" />}
            docs={{ href: DOCS.users.href, label: 'What the audit trail keeps' }}
            action={
              isFiltered(search) || page > 1 ? (
                <Button variant="default" onClick={() => show({})}>
                  Show everything
                </Button>
              ) : null
            }
          />
        ) : (
          <>
            <DataTable
              label="Audit trail"
              columns={columns}
              rows={answer?.items ?? NO_ROWS}
              rowKey={keyOfEntry}
              rowLabel={nameOfEntry}
              isLoading={trail.isPending}
              isRefreshing={trail.isPlaceholderData}
              isArrangeable={false}
              rowOffset={(page - 1) * AUDIT_PAGE_SIZE}
              rowCount={answer?.count ?? AUDIT_PAGE_SIZE}
              onOpenRow={setOpen}
              openRowKey={open?.id ?? null}
              onPageStep={(step) => {
                if (page + step >= 1 && page + step <= lastPage) show({ ...search, page: page + step });
              }}
            />
            <Pager
              pageIndex={page - 1}
              pageSize={AUDIT_PAGE_SIZE}
              total={answer?.count ?? null}
              shown={answer?.items.length ?? 0}
              noun="changes"
              onPage={(pageIndex) => show({ ...search, page: pageIndex + 1 })}
            />
          </>
        )}
      </div>
      <Suspense fallback={null}>{open && <AuditEntryDrawer entry={open} onClose={() => setOpen(null)} />}</Suspense>
    </div>
  );
}

const NO_ROWS: never[] = [];

function keyOfEntry(entry: AuditEntry): string {
  return entry.id;
}

function nameOfEntry(entry: AuditEntry): string {
  return `${entry.action} ${entry.target}`;
}
