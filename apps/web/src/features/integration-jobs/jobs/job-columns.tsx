import { Button } from '@mantine/core';
import type { IntegrationJob } from '@quarry/contracts';
import { formatInstant, relativeInstant } from '../../../lib/format.ts';
import type { TableColumn } from '../../../ui/table/types.ts';
import { connectorName } from '../../integrations/connector-types.ts';
import classes from '../integration-jobs.module.css';
import { JobStatus } from './JobStatus.tsx';
import { companyCounts, contactCounts, countsText, importText, isActive, jobState } from './job-words.ts';

const WIDTHS = { task: 210, started: 160, status: 250, actions: 110 };
const MIN_COUNTS_WIDTH = 200;

/** The columns of jobs for a table of this width; the counts share the rest. */
export function jobColumns(options: {
  width: number;
  onCancel: (job: IntegrationJob) => void;
  /** The id of the job that is being cancelled. */
  cancelling: string | null;
}): TableColumn<IntegrationJob>[] {
  const { width, onCancel, cancelling } = options;
  const fixed = Object.values(WIDTHS).reduce((sum, one) => sum + one, 0);
  const countsWidth = Math.max(MIN_COUNTS_WIDTH, Math.floor((width - fixed) / 2));
  return [
    {
      id: 'task',
      header: 'Job',
      width: WIDTHS.task,
      isLocked: true,
      cell: (job) => (
        <span data-hint-overflow="">
          <span className={classes.name}>{job.taskName}</span>{' '}
          <span className={classes.muted}>{connectorName(job.integrationType)}</span>
        </span>
      ),
      copy: nameOfJob,
    },
    {
      id: 'started',
      header: 'Started',
      width: WIDTHS.started,
      cell: (job) => {
        const at = job.startedAt ?? job.createdAt;
        const by = job.requestedBy === null ? '' : ` by ${job.requestedBy}`;
        return <span data-hint={`${relativeInstant(at)}${by}`}>{formatInstant(at)}</span>;
      },
      copy: (job) => job.startedAt ?? job.createdAt,
    },
    {
      id: 'status',
      header: 'Status',
      width: WIDTHS.status,
      cell: (job) => <JobStatus job={job} />,
      full: (job) => job.message ?? jobState(job).label,
      copy: (job) => jobState(job).label,
    },
    {
      id: 'companies',
      header: 'Companies',
      width: countsWidth,
      cell: (job) => <span data-hint-overflow="">{companiesText(job)}</span>,
      full: companiesText,
      copy: companiesText,
    },
    {
      id: 'contacts',
      header: 'Contacts',
      width: countsWidth,
      cell: (job) => <span data-hint-overflow="">{contactsText(job)}</span>,
      full: contactsText,
      copy: contactsText,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: WIDTHS.actions,
      align: 'end',
      cell: (job) =>
        isActive(job) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={cancelling === job.id}
            aria-label={`Cancel ${nameOfJob(job)}`}
            onClick={() => onCancel(job)}
          >
            Cancel
          </Button>
        ),
    },
  ];
}

export function nameOfJob(job: IntegrationJob): string {
  return `${job.taskName} ${connectorName(job.integrationType)}`;
}

function companiesText({ taskName, progress }: IntegrationJob): string {
  return importText(progress) ?? countsText(taskName, companyCounts(progress));
}

function contactsText({ taskName, progress }: IntegrationJob): string {
  return countsText(taskName, contactCounts(progress));
}
