import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { createLink, Link } from '@tanstack/react-router';
import { formatDate, formatNumber, relativeInstant } from '../../lib/format.ts';
import list from '../../ui/list-page.module.css';
import type { TableColumn } from '../../ui/table/types.ts';
import type { ListedReport } from './queries.ts';
import { ReportStatusBadge } from './ReportStatusBadge.tsx';

const WIDTHS = { status: 160, targets: 100, others: 150, by: 200, created: 130, actions: 100 };
const MIN_NAME_WIDTH = 240;

export interface ReportColumnOptions {
  readonly clientName: string;
  /** Of the table in pixels; the name takes what the other columns leave. */
  readonly width: number;
  readonly onDelete: (report: ListedReport) => void;
}

const LinkIcon = createLink(ActionIcon<'a'>);

export function reportColumns({ clientName, width, onDelete }: ReportColumnOptions): TableColumn<ListedReport>[] {
  const fixedWidth = Object.values(WIDTHS).reduce((sum, each) => sum + each, 0);
  return [
    {
      id: 'name',
      header: 'Name',
      width: Math.max(MIN_NAME_WIDTH, width - fixedWidth),
      isLocked: true,
      cell: ({ id, name }) => (
        <Link
          className={list.nameLink}
          to="/app/$clientName/scoring/analysis/results/$scoringAnalysisReportId"
          params={{ clientName, scoringAnalysisReportId: id }}
          data-hint-overflow=""
        >
          {name}
        </Link>
      ),
      copy: ({ name }) => name,
    },
    { id: 'status', header: 'Status', width: WIDTHS.status, cell: (report) => <ReportStatusBadge report={report} /> },
    {
      id: 'targets',
      header: 'Targets',
      description: 'Target domains that were entered',
      width: WIDTHS.targets,
      align: 'end',
      cell: ({ goodDomainsCount }) => formatNumber(goodDomainsCount),
      copy: ({ goodDomainsCount }) => String(goodDomainsCount),
    },
    {
      id: 'others',
      header: 'Compared with',
      width: WIDTHS.others,
      cell: othersText,
      copy: othersText,
    },
    {
      id: 'createdBy',
      header: 'Created by',
      width: WIDTHS.by,
      cell: ({ createdBy }) => <span data-hint-overflow="">{createdBy ?? '–'}</span>,
      copy: ({ createdBy }) => createdBy ?? '',
    },
    {
      id: 'createdAt',
      header: 'Created at',
      width: WIDTHS.created,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} data-hint={relativeInstant(createdAt)}>
          {formatDate(createdAt)}
        </time>
      ),
      copy: ({ createdAt }) => createdAt,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: WIDTHS.actions,
      align: 'end',
      cell: (report) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <LinkIcon
            component="a"
            size={26}
            to="/app/$clientName/scoring/analysis/edit/$scoringAnalysisReportId"
            params={{ clientName, scoringAnalysisReportId: report.id }}
            aria-label={`Edit ${report.name}`}
          >
            <IconPencil size={16} aria-hidden="true" />
          </LinkIcon>
          <ActionIcon size={26} aria-label={`Delete ${report.name}`} onClick={() => onDelete(report)}>
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      ),
    },
  ];
}

function othersText({ mode, otherDomainsCount }: ListedReport): string {
  return mode === 'vsAll' ? 'All others' : `${formatNumber(otherDomainsCount)} domains`;
}
