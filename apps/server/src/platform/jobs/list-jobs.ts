import { and, type Database, desc, eq, gt, inArray, isNull, or, sql } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { JobRow } from './claim-job.ts';

const MAX_ROWS = 200;
const ofClient = (clientId: string | null) => (clientId === null ? isNull(jobs.clientId) : eq(jobs.clientId, clientId));

/** The jobs of an account (null: of the installation) that wait or run, or ended in the last hour; newest first. */
export async function listJobs(db: Database, clientId: string | null): Promise<JobRow[]> {
  return db.asSystem(
    (tx) =>
      tx
        .select()
        .from(jobs)
        .where(
          and(
            ofClient(clientId),
            or(inArray(jobs.status, ['WAITING', 'PROCESSING']), gt(jobs.finishedAt, sql`now() - interval '1 hour'`)),
          ),
        )
        .orderBy(desc(jobs.createdAt), desc(jobs.id))
        .limit(MAX_ROWS),
    { readOnly: true },
  );
}

/** One job; null when there is none, or when `clientId` is given and the job is not of that account. */
export async function getJob(db: Database, jobId: string, clientId?: string | null): Promise<JobRow | null> {
  const [row] = await db.asSystem(
    (tx) =>
      tx
        .select()
        .from(jobs)
        .where(clientId === undefined ? eq(jobs.id, jobId) : and(eq(jobs.id, jobId), ofClient(clientId))),
    { readOnly: true },
  );
  return row ?? null;
}
