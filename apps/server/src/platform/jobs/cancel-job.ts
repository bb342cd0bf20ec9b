import { and, type Database, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';

/** Asks a job to end. Returns false when there is none, or it is over. */
export async function cancelJob(db: Database, jobId: string, tx?: Transaction): Promise<boolean> {
  const isWaiting = sql`${jobs.status} = 'WAITING'`;
  const ask = async (within: Transaction): Promise<boolean> => {
    const asked = await within
      .update(jobs)
      .set({
        cancelRequestedAt: sql`coalesce(${jobs.cancelRequestedAt}, now())`,
        status: sql`case when ${isWaiting} then 'CANCELLED' else ${jobs.status} end`,
        finishedAt: sql`case when ${isWaiting} then now() else ${jobs.finishedAt} end`,
      })
      .where(and(eq(jobs.id, jobId), inArray(jobs.status, ['WAITING', 'PROCESSING'])))
      .returning({ id: jobs.id });
    return asked.length > 0;
  };
  return tx === undefined ? db.asSystem(ask) : ask(tx);
}
