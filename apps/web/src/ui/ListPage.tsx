import { useElementSize } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo } from 'react';
import { useClientName } from '../lib/client-context.tsx';
import { plural } from '../lib/format.ts';
import { ErrorState } from './ErrorState.tsx';
import classes from './list-page.module.css';
import { PageHeader } from './PageHeader.tsx';
import { DataTable, type DataTableProps } from './table/DataTable.tsx';
import { Pager } from './table/Pager.tsx';
import type { TableColumn } from './table/types.ts';
import { useLastKnown } from './use-last-known.ts';

/** The current page of a long list, from the URL. */
export interface ListPaging {
  /** 1-based. */
  readonly page: number;
  readonly pageSize: number;
  /** Shows another page; `replace` replaces the history entry instead of adding one. */
  readonly onPage: (page: number, replace: boolean) => void;
}

type TableProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'label' | 'rowKey' | 'rowLabel' | 'onOpenRow' | 'openRowKey'
>;

interface ListPageProps<Row extends object> extends TableProps<Row> {
  readonly title: string;
  readonly badge?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** The singular for counts: `market`. */
  readonly noun: string;
  /** Default: `noun` with an s. */
  readonly nouns?: string;
  readonly errorTitle?: string;
  readonly query: Pick<UseQueryResult, 'error' | 'isError' | 'isPending' | 'isPlaceholderData' | 'refetch'>;
  readonly rows: readonly Row[] | undefined;
  /** Rows on all pages. */
  readonly total: number | undefined;
  /** The columns for a table of this width in pixels. Memoise the function. */
  readonly columns: (width: number) => TableColumn<Row>[];
  readonly paging?: ListPaging;
  /** Search box or filters above the table. */
  readonly toolbar?: ReactNode;
  /** Shown in place of the table when there are no rows. */
  readonly empty: ReactNode;
  /** Dialogs. */
  readonly children?: ReactNode;
}

/** A page with one table: title, count, toolbar, paged rows, and their loading, error and empty states. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, badge, actions, noun, nouns = `${noun}s`, query, paging, toolbar, empty, children, ...rest } = props;
  const { errorTitle = `Failed to fetch ${nouns}`, columns: columnsAt, rows: fetched, total: counted, ...table } = rest;
  const rows = useLastKnown(fetched);
  const total = useLastKnown(counted);
  const clientName = useClientName();
  const { ref, width } = useElementSize();
  const columns = useMemo(() => columnsAt(width), [columnsAt, width]);
  const lastPage = paging && total !== undefined ? Math.max(1, Math.ceil(total / paging.pageSize)) : 1;
  // The last page may have lost its last row.
  const isBeyond = paging !== undefined && total !== undefined && !query.isPlaceholderData && paging.page > lastPage;
  const showLastPage = useEffectEvent(() => paging?.onPage(lastPage, true));
  useEffect(() => {
    if (isBeyond) showLastPage();
  }, [isBeyond]);

  const isLoadingRows = rows === undefined || query.isPlaceholderData || isBeyond;
  const isEmpty = rows?.length === 0;
  return (
    <div className={classes.page} data-fills-page="">
      <PageHeader
        title={title}
        {...(clientName === undefined ? {} : { clientName })}
        badge={badge}
        context={total === undefined ? null : plural(total, noun, nouns)}
        actions={actions}
      />
      {toolbar}
      <div className={classes.content} ref={ref}>
        {query.isError && <ErrorState title={errorTitle} error={query.error} onRetry={() => void query.refetch()} />}
        {query.isError && rows === undefined ? null : isEmpty && !isLoadingRows ? (
          empty
        ) : (
          <>
            <DataTable
              {...table}
              columns={columns}
              rows={rows ?? NO_ROWS}
              isLoading={rows === undefined || isEmpty}
              isRefreshing={query.isPlaceholderData}
              isArrangeable={false}
              skeletonRows={paging?.pageSize ?? 5}
              {...(paging && {
                rowOffset: (paging.page - 1) * paging.pageSize,
                rowCount: total ?? paging.pageSize,
                onPageStep: (step) => {
                  const page = paging.page + step;
                  if (page >= 1 && page <= lastPage) paging.onPage(page, false);
                },
              })}
            />
            {paging && (
              <Pager
                pageIndex={paging.page - 1}
                pageSize={paging.pageSize}
                total={total ?? null}
                rowCount={rows?.length ?? 0}
                noun={nouns}
                onPage={(pageIndex) => paging.onPage(pageIndex + 1, false)}
              />
            )}
          </>
        )}
      </div>
      <Suspense fallback={null}>{children}</Suspense>
    </div>
  );
}

const NO_ROWS: never[] = [];
