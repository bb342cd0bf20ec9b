import { Group, Title } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo } from 'react';
import { ErrorState } from './ErrorState.tsx';
import classes from './list-section.module.css';
import { DataTable, type DataTableProps } from './table/DataTable.tsx';
import { Pager } from './table/Pager.tsx';
import type { TableColumn } from './table/types.ts';
import { useLastKnown } from './use-last-known.ts';

type TableProps<Row extends object> = Pick<DataTableProps<Row>, 'rowKey' | 'rowLabel' | 'onOpenRow' | 'openRowKey'>;

/** One of several tables on a page: its title, rows by pages, and their loading, error and empty states. */
export function ListSection<Row extends object>(
  props: TableProps<Row> & {
    title: string;
    /** The plural for counts: `deliveries`. */
    nouns: string;
    /** Filters and buttons beside the title. */
    actions?: ReactNode;
    query: Pick<UseQueryResult, 'error' | 'isError' | 'isPlaceholderData' | 'refetch'>;
    rows: readonly Row[] | undefined;
    total: number | undefined;
    /** The columns for a table of this width in pixels. Memoise the function. */
    columns: (width: number) => TableColumn<Row>[];
    pageIndex: number;
    pageSize: number;
    onPage: (pageIndex: number) => void;
    /** Shown in place of the table when there are no rows. */
    empty: ReactNode;
  },
) {
  const { title, nouns, query, columns: columnsAt, pageIndex, pageSize, onPage } = props;
  const rows = useLastKnown(props.rows);
  const total = useLastKnown(props.total);
  const titleId = useId();
  const { ref, width } = useElementSize();
  const columns = useMemo(() => columnsAt(width), [columnsAt, width]);
  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <Group justify="space-between" className={classes.head}>
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {props.actions}
      </Group>
      {query.isError && (
        <ErrorState title={`Failed to fetch ${nouns}`} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isError && rows === undefined ? null : (
        <div ref={ref} className={classes.table}>
          {rows?.length === 0 ? (
            props.empty
          ) : (
            <DataTable
              label={title}
              columns={columns}
              rows={rows ?? NO_ROWS}
              rowKey={props.rowKey}
              {...(props.rowLabel && { rowLabel: props.rowLabel })}
              {...(props.onOpenRow && { onOpenRow: props.onOpenRow, openRowKey: props.openRowKey ?? null })}
              isLoading={rows === undefined}
              isRefreshing={query.isPlaceholderData}
              skeletonRows={3}
              isArrangeable={false}
              rowOffset={pageIndex * pageSize}
              rowCount={total ?? 0}
            />
          )}
        </div>
      )}
      {rows !== undefined && total !== undefined && (
        <Pager
          pageIndex={pageIndex}
          pageSize={pageSize}
          total={total}
          rowCount={rows.length}
          noun={nouns}
          onPage={onPage}
        />
      )}
    </section>
  );
}

const NO_ROWS: never[] = [];
