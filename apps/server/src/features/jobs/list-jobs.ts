import type * as contracts from '@quarry/contracts';
import { z } from 'zod';
import type { JobRow } from '#server/platform/jobs/jobs.ts';
import type { Verb } from '#server/platform/mount.ts';

const exportInput = z.object({ exportId: z.string() });

/** Lists the account's open jobs and those that ended in the last hour, newest first. */
export const listJobs: Verb<typeof contracts.listJobs> = async ({ client, jobs, permissions, user }) => {
  const rows = await jobs.list(client.id);
  const isOwn = (row: JobRow) => row.requestedBy === user.email;
  const mayOpen = (row: JobRow) => isOwn(row) || permissions.includes('ADMIN');
  return {
    jobs: rows.map((row) => ({
      id: row.id,
      type: row.type,
      status: row.status,
      progress: row.progress,
      message: row.message ?? '',
      counts: row.counts,
      error: row.error,
      createdAt: row.createdAt.toISOString(),
      startedAt: row.startedAt?.toISOString() ?? null,
      finishedAt: row.finishedAt?.toISOString() ?? null,
      isOwn: isOwn(row),
      exportId: mayOpen(row) ? (exportInput.safeParse(row.input).data?.exportId ?? null) : null,
    })),
  };
};
