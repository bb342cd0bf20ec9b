import { Button } from '@mantine/core';
import { AUDIT_PAGE_SIZE, type AuditEntry } from '@quarry/contracts';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useCallback } from 'react';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { DOCS } from '../help/docs-links.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { auditColumns } from './audit-columns.tsx';
import { type AuditTrailSearch, auditTrailSearch, isFiltered } from './audit-trail-search.ts';
import { auditTrailQuery } from './queries.ts';

const AuditEntryDrawer = lazy(() => import('./AuditEntryDrawer.tsx'));

/** The account's audit trail, for administrators. */
export default function AuditTrailPage() {
  return usePermission('ADMIN') ? <AuditTrail /> : <NoPermission />;
}

function AuditTrail() {
  const { clientName } = useClient();
  const search = useSearch({ from: '/signed-in/app/$clientName/settings/audit-trail' });
  const navigate = useNavigate({ from: '/app/$clientName/settings/audit-trail' });
  const trail = useQuery(auditTrailQuery(clientName, search));
  const open = useCallback(
    ({ id }: AuditEntry) => void navigate({ search: (previous) => ({ ...previous, entry: id }) }),
    [navigate],
  );
  const columns = useCallback((width: number) => auditColumns(width, open), [open]);
  const show = (next: AuditTrailSearch, replace: boolean) =>
    void navigate({ search: auditTrailSearch({ ...next }), replace });
  return (
    <ListPage
      title="Audit Trail"
      label="Audit trail"
      noun="change"
      errorTitle="Failed to fetch the audit trail"
      query={trail}
      rows={trail.data?.items}
      total={trail.data?.count}
      columns={columns}
      rowKey={keyOfEntry}
      rowLabel={nameOfEntry}
      onOpenRow={open}
      openRowKey={search.entry ?? null}
      paging={{
        page: search.page ?? 1,
        pageSize: AUDIT_PAGE_SIZE,
        onPage: (page, replace) => show({ ...search, page }, replace),
      }}
      toolbar={
        <AuditFilters search={search} actions={trail.data?.actions ?? []} onChange={(filters) => show(filters, true)} />
      }
      empty={
        <EmptyState
          title={isFiltered(search) ? 'No changes match' : 'Nothing has been changed yet'}
          icon={<IconHistory size={28} aria-hidden="true" />}
          docs={{ href: DOCS.users.href, label: 'What the audit trail records' }}
          action={
            isFiltered(search) ? (
              <Button variant="default" onClick={() => show({}, false)}>
                Show everything
              </Button>
            ) : null
          }
        />
      }
    >
      {search.entry !== undefined && (
        <AuditEntryDrawer
          key={search.entry}
          entryId={search.entry}
          listed={trail.data?.items.find(({ id }) => id === search.entry)}
          onClose={() => show({ ...search, entry: undefined }, false)}
        />
      )}
    </ListPage>
  );
}

function keyOfEntry(entry: AuditEntry): string {
  return entry.id;
}

function nameOfEntry(entry: AuditEntry): string {
  return `${entry.action} ${entry.target}`;
}
