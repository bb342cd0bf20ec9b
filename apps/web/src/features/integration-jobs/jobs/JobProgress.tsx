import { Alert, Progress, Text } from '@mantine/core';
import type { IntegrationJob } from '@quarry/contracts';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { connectorName } from '../../integrations/connector-types.ts';
import { nameOfJob } from './job-columns.tsx';
import { isActive, jobState, percentOf } from './job-words.ts';

/** The bar of a job that runs, and its message. */
export function JobProgress({ job }: { job: IntegrationJob }) {
  const isFailed = job.status === 'FAILED';
  return (
    <>
      {isActive(job) && (
        <div>
          <Progress
            value={percentOf(job)}
            animated={job.pausedUntil === null}
            aria-label={`${nameOfJob(job)}: progress`}
          />
          <Text size="sm" mt={4} aria-live="polite">
            {percentOf(job)} %{job.message === null || job.pausedUntil !== null ? '' : ` · ${job.message}`}
          </Text>
        </div>
      )}
      {isActive(job) && job.pausedUntil !== null && (
        <Alert color="gold" icon={<IconInfoCircle aria-hidden />} title={jobState(job).label}>
          {connectorName(job.integrationType)} takes no more calls until then. The job goes on by itself, and can be
          cancelled.
        </Alert>
      )}
      {!isActive(job) && job.message !== null && (
        <Alert
          color={isFailed ? 'red' : 'gray'}
          icon={isFailed ? <IconAlertTriangle aria-hidden /> : <IconInfoCircle aria-hidden />}
        >
          {job.message}
        </Alert>
      )}
    </>
  );
}
