import type * as contracts from '@quarry/contracts';
import type { JobState } from '@quarry/contracts';
import { and, count, desc, eq, gt, inArray, sql } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Verb } from '#server/platform/mount.ts';
import { selectAnyJobs, toAnyJob } from './any-job.ts';

const isRecent = gt(jobs.finishedAt, sql`now() - interval '7 days'`);

const CONDITIONS = {
  running: eq(jobs.status, 'PROCESSING'),
  waiting: eq(jobs.status, 'WAITING'),
  failed: and(eq(jobs.status, 'ERROR'), isRecent),
  ended: and(inArray(jobs.status, ['COMPLETE', 'CANCELLED']), isRecent),
} as const satisfies Record<JobState, unknown>;

/** Lists the jobs of all accounts and of the installation in a state, newest first. */
export const listAnyJobs: Verb<typeof contracts.listAnyJobs> = async (scope, { state, limit, offset }) =>
  scope.read(async (tx) => {
    const rows = await selectAnyJobs(tx)
      .where(CONDITIONS[state])
      .orderBy(desc(jobs.createdAt), desc(jobs.id))
      .limit(limit)
      .offset(offset);
    const counted = async (of: JobState) => {
      const [found] = await tx.select({ rows: count() }).from(jobs).where(CONDITIONS[of]);
      return found?.rows ?? 0;
    };
    const counts = {
      running: await counted('running'),
      waiting: await counted('waiting'),
      failed: await counted('failed'),
    };
    return {
      items: rows.map((row) => toAnyJob(scope.jobs, row)),
      count: state === 'ended' ? await counted('ended') : counts[state],
      counts,
    };
  });
