import type { CompanyImportView } from '@quarry/contracts';
import { formatInstant, formatNumber, relativeInstant } from '../../lib/format.ts';
import type { TableColumn } from '../../ui/table/types.ts';
import { fileName, ImportState, stateText } from './import-state.tsx';

const WIDTHS = { started: 148, by: 150, state: 180, count: 100 };
const COUNTS = [
  ['created', 'Created'],
  ['updated', 'Updated'],
  ['unchanged', 'Unchanged'],
  ['rejected', 'Rejected'],
] as const;
const MIN_LOCATION_WIDTH = 180;

/** The columns of imports for a table of this width; the location takes the rest. */
export function importColumns(width: number): TableColumn<CompanyImportView>[] {
  const fixed = WIDTHS.started + WIDTHS.by + WIDTHS.state + COUNTS.length * WIDTHS.count;
  return [
    {
      id: 'location',
      header: 'File',
      width: Math.max(MIN_LOCATION_WIDTH, width - fixed),
      isLocked: true,
      cell: ({ location }) => <span data-hint={location}>{fileName(location)}</span>,
      full: ({ location }) => location,
      copy: ({ location }) => location,
    },
    {
      id: 'state',
      header: 'State',
      width: WIDTHS.state,
      cell: (row) => <ImportState row={row} />,
      full: (row) => row.error ?? stateText(row),
      copy: stateText,
    },
    ...COUNTS.map(
      ([key, header]): TableColumn<CompanyImportView> => ({
        id: key,
        header,
        width: WIDTHS.count,
        align: 'end',
        cell: (row) => (
          <span {...(key === 'rejected' && row.counts.rejected > 0 ? { 'data-hint': reasons(row) } : {})}>
            {formatNumber(row.counts[key])}
          </span>
        ),
        ...(key === 'rejected' ? { full: reasons } : {}),
        copy: (row) => String(row.counts[key]),
      }),
    ),
    {
      id: 'started',
      header: 'Started',
      width: WIDTHS.started,
      cell: (row) => <span data-hint={relativeInstant(startOf(row))}>{formatInstant(startOf(row))}</span>,
      full: (row) => (row.finishedAt === null ? 'Not finished' : `Finished on ${formatInstant(row.finishedAt)}`),
      copy: startOf,
    },
    { id: 'by', header: 'By', width: WIDTHS.by, cell: ({ requestedBy }) => requestedBy ?? '–' },
  ];
}

const startOf = ({ startedAt, createdAt }: CompanyImportView): string => startedAt ?? createdAt;

/** Why rows were rejected, most frequent reason first. */
function reasons({ rejections }: CompanyImportView): string {
  const sorted = Object.entries(rejections).sort(([, one], [, other]) => other - one);
  return sorted.length === 0
    ? 'No reasons are known'
    : sorted.map(([reason, rows]) => `${formatNumber(rows)} × ${reason}`).join('; ');
}
