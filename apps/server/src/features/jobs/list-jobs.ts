import type * as contracts from '@quarry/contracts';
import { z } from 'zod';
import { jobView } from '#server/platform/jobs/job-view.ts';
import type { Verb } from '#server/platform/mount.ts';

const exportInput = z.object({ exportId: z.string() });

/** Lists the account's open jobs and those that ended in the last hour, newest first. */
export const listJobs: Verb<typeof contracts.listJobs> = async ({ client, jobs, permissions, user }) => {
  const rows = await jobs.list(client.id);
  return {
    jobs: rows.map((row) => {
      const isOwn = row.requestedBy === user.email;
      const mayOpen = isOwn || permissions.includes('ADMIN');
      const exportId = mayOpen ? exportInput.safeParse(row.input).data?.exportId : undefined;
      return { ...jobView(row), isOwn, exportId: exportId ?? null };
    }),
  };
};
