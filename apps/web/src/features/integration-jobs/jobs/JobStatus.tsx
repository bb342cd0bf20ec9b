import type { IntegrationJob } from '@quarry/contracts';
import { RunStatus } from '../../../ui/RunStatus.tsx';
import { isActive, jobState, percentOf } from './job-words.ts';

/** The status for a table cell, with a bar while the job runs. */
export function JobStatus({ job }: { job: IntegrationJob }) {
  const percent = isActive(job) && job.pausedUntil === null ? percentOf(job) : null;
  return <RunStatus {...jobState(job)} name={job.taskName} percent={percent} />;
}
