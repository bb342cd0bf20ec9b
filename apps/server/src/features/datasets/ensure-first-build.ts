import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@quarry/contracts';
import { and, desc, eq } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import type { Platform } from '#server/platform/scope.ts';
import { datasetBuild } from './build-dataset.ts';
import { isBuilding, requestBuild } from './request-build.ts';

const LOOK_MS = 100;

/** Sees to it that a client has a dataset: builds it if there is none, and waits until it is there. Throws when the build fails. */
export async function ensureFirstBuild(platform: Pick<Platform, 'db' | 'jobs'>, clientName: string): Promise<void> {
  const { db } = platform;
  const clientId = await db.asSystem(async (tx) => {
    const { id, row } = await readConfig(tx, { name: clientName });
    if (row.datasetVersion !== null) return null;
    if (!(await isBuilding(tx, id))) await requestBuild(tx, platform.jobs, id, {}, 'start');
    return id;
  });
  if (clientId === null) return;
  const [job] = await db.asSystem((tx) =>
    tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.clientId, clientId), eq(jobs.type, datasetBuild.type)))
      .orderBy(desc(jobs.createdAt))
      .limit(1),
  );
  if (job === undefined) throw new Error(`The build of ${clientName} was not found`);
  await waitForBuild(platform, job.id);
}

/** Waits until a build has ended. `look` sees the job now and then. Throws when it failed or was cancelled. */
export async function waitForBuild(
  { jobs: queue }: Pick<Platform, 'jobs'>,
  jobId: string,
  look: (job: { readonly progress: number; readonly message: string | null }) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const job = await queue.get(jobId);
    if (job === null) throw new Error(`The job ${jobId} is gone`);
    look(job);
    if (job.status === 'COMPLETE') return;
    if (job.status === 'ERROR' || job.status === 'CANCELLED') throw new AppError('INTERNAL', job.error ?? 'The build was cancelled.');
    await sleep(LOOK_MS);
  }
}
