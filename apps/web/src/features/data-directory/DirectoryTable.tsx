import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconDatabase, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useAddProblem } from '../data-points/use-add-problem.ts';
import { useRemove } from '../data-points/use-remove.ts';
import { DOCS } from '../help/docs-links.ts';
import classes from './data-directory.module.css';
import { directoryColumns } from './directory-columns.tsx';
import { type DirectoryRow, findRows, sortRows } from './directory-rows.ts';
import { type DirectorySearch, type DirectoryTab, readSort, writeSort } from './directory-search.ts';
import { pendingHint } from './pending-text.ts';

/** The data points of one record type. */
export function DirectoryTable(props: {
  tab: DirectoryTab;
  label: string;
  rows: readonly DirectoryRow[];
  search: DirectorySearch;
  /** Why some data points have no coverage; null while it loads. */
  unknownReason: string | null;
  onClearSearch: () => void;
}) {
  const { tab, rows, search, unknownReason } = props;
  const client = useClient();
  const isAllowedToAdd = useAddProblem() === null;
  const navigate = useNavigate({ from: '/app/$clientName/data-directory' });
  const { ref, width } = useElementSize();
  const { remove, removing } = useRemove();
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const visibleRows = useMemo(() => sortRows(findRows(rows, search.search ?? ''), sort), [rows, search.search, sort]);

  const { clientName, nextBuildDueAt } = client;
  const canRemove = isAllowedToAdd && rows.some(({ isPending }) => isPending);
  const columns = useMemo(
    () =>
      directoryColumns({
        noun: tab,
        width,
        clientName,
        searchOf: (row) => (row.isPending ? null : { ...search, field: row.field.fieldName }),
        unknownReason,
        pendingHint: pendingHint(nextBuildDueAt),
        onRemove: canRemove ? remove : null,
        removing,
      }),
    [tab, width, clientName, search, unknownReason, nextBuildDueAt, canRemove, remove, removing],
  );

  return (
    <div className={classes.content} ref={ref}>
      {rows.length === 0 ? (
        <FirstBuildPending clientName={clientName} />
      ) : (
        <DataTable
          label={props.label}
          columns={columns}
          rows={visibleRows}
          rowKey={rowKey}
          rowLabel={rowLabel}
          sort={sort}
          onSort={(columnId, direction) => {
            // The third click repeats the applied sort, which resets to schema order.
            const isApplied = sort?.columnId === columnId && sort.direction === direction;
            const next = isApplied ? undefined : writeSort({ columnId, direction });
            void navigate({ search: { ...search, sort: next }, replace: true });
          }}
          isArrangeable={false}
          onOpenRow={(row) => {
            if (!row.isPending) void navigate({ search: { ...search, field: row.field.fieldName } });
          }}
          openRowKey={search.field ?? null}
          empty={
            <EmptyState
              title="No data points match"
              icon={<IconSearchOff size={28} aria-hidden="true" />}
              action={
                <Button variant="default" onClick={props.onClearSearch}>
                  Clear search
                </Button>
              }
            >
              No data point for {tab} has “{search.search}” in its name, description, type or source.
            </EmptyState>
          }
        />
      )}
    </div>
  );
}

const POLL_MS = 5_000;

/** Replaces the table until the first build is done; polls the account. */
function FirstBuildPending({ clientName }: { clientName: string }) {
  useQuery({ ...clientQuery(clientName), refetchInterval: POLL_MS });
  return (
    <EmptyState
      title="The dataset is being built"
      icon={<IconDatabase size={28} aria-hidden="true" />}
      docs={{ href: DOCS.dataDirectory.href, label: 'What the data directory shows' }}
    >
      Its data points appear here as soon as the first build is done.
    </EmptyState>
  );
}

function rowKey(row: DirectoryRow): string {
  return row.key;
}

function rowLabel({ field }: DirectoryRow): string {
  return field.displayName;
}
