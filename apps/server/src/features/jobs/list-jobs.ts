import type * as contracts from '@quarry/contracts';
import { z } from 'zod';
import { jobView } from '#server/platform/jobs/job-view.ts';
import type { Verb } from '#server/platform/mount.ts';
import { mayCancel } from './may-cancel.ts';

const exportInput = z.object({ exportId: z.string() });

/** Lists the account's open jobs and those that ended in the last hour, newest first. */
export const listJobs: Verb<typeof contracts.listJobs> = async (scope) => {
  const { client, jobs, permissions, user } = scope;
  const rows = await jobs.list(client.id);
  return {
    jobs: rows.map((row) => {
      const isOwn = row.requestedBy === user.email;
      const mayOpen = isOwn || permissions.includes('ADMIN');
      const exportId = mayOpen ? exportInput.safeParse(row.input).data?.exportId : undefined;
      const isRunning = row.status === 'WAITING' || row.status === 'PROCESSING';
      const canCancel = isRunning && row.cancelRequestedAt === null && mayCancel(scope, row) === 'YES';
      return { ...jobView(row), isOwn, canCancel, exportId: exportId ?? null };
    }),
  };
};
