import { type ExportItem, exportTitle, exportTypeLabel } from '@quarry/contracts';
import { Link } from '@tanstack/react-router';
import { formatInstant, formatNumber, relativeInstant } from '../../lib/format.ts';
import list from '../../ui/list-page.module.css';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { ExportStatusCell } from './ExportStatus.tsx';
import { noDownloadReason } from './export-status.ts';
import classes from './exports.module.css';

const WIDTHS = { type: 180, status: 212, rows: 90, by: 190, created: 155, expires: 100, actions: 120 };
const MIN_NAME_WIDTH = 240;

export interface ExportColumnOptions {
  readonly clientName: string;
  /** Width of the table in pixels; the name takes the rest. */
  readonly width: number;
  readonly showsRequester: boolean;
  readonly onDownload: (item: ExportItem) => void;
}

export function exportColumns(options: ExportColumnOptions): TableColumn<ExportItem>[] {
  const { clientName, width, showsRequester, onDownload } = options;
  const { by, ...widths } = WIDTHS;
  const fixedWidth = Object.values(widths).reduce((sum, one) => sum + one, showsRequester ? by : 0);
  return [
    {
      id: 'name',
      header: 'Name',
      width: Math.max(MIN_NAME_WIDTH, width - fixedWidth),
      isLocked: true,
      cell: (item) => (
        <Link
          className={classes.name}
          to="/app/$clientName/exports/$exportId"
          params={{ clientName, exportId: item.id }}
          data-hint-overflow=""
        >
          {exportTitle(item)}
        </Link>
      ),
      copy: exportTitle,
    },
    {
      id: 'type',
      header: 'Type',
      width: WIDTHS.type,
      cell: (item) => (
        <span className={classes.text} data-hint-overflow="">
          {exportTypeLabel(item.type)}
        </span>
      ),
      copy: (item) => exportTypeLabel(item.type),
    },
    { id: 'status', header: 'Status', width: WIDTHS.status, cell: (item) => <ExportStatusCell item={item} /> },
    {
      id: 'rows',
      header: 'Rows',
      width: WIDTHS.rows,
      align: 'end',
      cell: (item) => (item.rowCount === null ? <EmptyCell /> : formatNumber(item.rowCount)),
      copy: (item) => String(item.rowCount ?? ''),
    },
    ...(showsRequester ? [REQUESTER] : []),
    {
      id: 'createdAt',
      header: 'Created at',
      width: WIDTHS.created,
      cell: (item) => <span data-hint={relativeInstant(item.createdAt)}>{formatInstant(item.createdAt)}</span>,
      copy: (item) => item.createdAt,
    },
    {
      id: 'expiresAt',
      header: 'Expires',
      width: WIDTHS.expires,
      cell: (item) =>
        item.expiresAt === null ? (
          <EmptyCell />
        ) : (
          <span data-hint={formatInstant(item.expiresAt)}>{relativeInstant(item.expiresAt)}</span>
        ),
      copy: (item) => item.expiresAt ?? '',
    },
    {
      id: 'actions',
      header: 'Actions',
      width: WIDTHS.actions,
      align: 'end',
      cell: (item) => (
        <ReasonButton
          size="compact-sm"
          variant="default"
          aria-label={`Download ${exportTitle(item)}`}
          disabledReason={noDownloadReason(item)}
          onClick={() => onDownload(item)}
        >
          Download
        </ReasonButton>
      ),
    },
  ];
}

const REQUESTER: TableColumn<ExportItem> = {
  id: 'requestedBy',
  header: 'Requested by',
  width: WIDTHS.by,
  cell: (item) => (
    <span className={classes.text} data-hint-overflow="">
      {item.requestedByUserEmail}
    </span>
  ),
  copy: (item) => item.requestedByUserEmail,
};

function EmptyCell() {
  return <span className={list.muted}>–</span>;
}
