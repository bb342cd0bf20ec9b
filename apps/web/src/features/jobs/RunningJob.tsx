import { Group, Progress, Text } from '@mantine/core';
import type { AccountJob } from '@quarry/contracts';
import { CancelJob } from './CancelJob.tsx';
import { jobName } from './job-name.ts';

/** The progress of a job beside what it changes. */
export function RunningJob({ job }: { job: AccountJob }) {
  const percent = Math.round(job.progress * 100);
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="xs" role="status">
          {jobName(job)}: {job.status === 'WAITING' ? 'waiting' : `${job.message || 'starting'} · ${percent} %`}
        </Text>
        <CancelJob job={job} />
      </Group>
      <Progress value={percent} size="sm" mt={4} aria-label={`${jobName(job)}: progress`} />
    </div>
  );
}
