import { Progress, Text } from '@mantine/core';
import type { Job } from '@quarry/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { relativeInstant } from '../../lib/format.ts';
import { type State, StateBadge } from '../../ui/StateBadge.tsx';
import classes from './Jobs.module.css';
import { isRunning, jobName } from './job-name.ts';

const STATES: Record<Job['status'], { state: State; label: string }> = {
  WAITING: { state: 'draft', label: 'Waiting' },
  PROCESSING: { state: 'running', label: 'In Progress' },
  COMPLETE: { state: 'live', label: 'Complete' },
  ERROR: { state: 'failed', label: 'Failed' },
  CANCELLED: { state: 'failed', label: 'Cancelled' },
};

function elapsed(job: Job, now: number): string {
  const start = Date.parse(job.startedAt ?? job.createdAt);
  const end = job.finishedAt === null ? now : Date.parse(job.finishedAt);
  const seconds = Math.max(0, Math.round((end - start) / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function timesOf(job: Job, percent: number, now: number): string {
  if (job.status === 'WAITING') return `Waiting for ${elapsed(job, now)}`;
  if (isRunning(job)) return `${percent} % · ${elapsed(job, now)} so far`;
  const ended = job.finishedAt === null ? '' : `Ended ${relativeInstant(job.finishedAt)} · `;
  return `${ended}took ${elapsed(job, now)}`;
}

function JobItem({ job, now, link }: { job: Job; now: number; link: ReactNode }) {
  const { state, label } = STATES[job.status];
  const percent = Math.round(job.progress * 100);
  return (
    <li className={classes.job}>
      <div className={classes.head}>
        <Text size="sm" fw={600}>
          {jobName(job)}
        </Text>
        <StateBadge state={state}>{label}</StateBadge>
      </div>
      {isRunning(job) ? (
        <Progress
          value={percent}
          size="sm"
          my={6}
          animated={job.status === 'PROCESSING'}
          aria-label={`${jobName(job)}: progress`}
        />
      ) : null}
      <Text size="xs" c={job.error ? 'red' : 'dimmed'}>
        {job.error ?? job.message}
      </Text>
      <Text size="xs" c="dimmed">
        {timesOf(job, percent, now)}
      </Text>
      {link}
    </li>
  );
}

/** Jobs with progress, message, duration and a link to what they made. */
export function Jobs<J extends Job>({ jobs, renderLink }: { jobs: readonly J[]; renderLink?: (job: J) => ReactNode }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that the keyboard can scroll it
    <ul className={classes.list} aria-label="Jobs of the last hour" tabIndex={0}>
      {jobs.map((job) => (
        <JobItem key={job.id} job={job} now={now} link={renderLink?.(job)} />
      ))}
    </ul>
  );
}
