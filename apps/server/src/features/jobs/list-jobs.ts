import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the account's open jobs and those that ended in the last hour, newest first. */
export const listJobs: Verb<typeof contracts.listJobs> = async ({ client, jobs }) => {
  const rows = await jobs.list(client.id);
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
    })),
  };
};
