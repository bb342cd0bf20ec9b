import { and, type Database, inArray, isNotNull, isNull, lt, or, sql } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';

/** The installation's own jobs run every minute and are of use only while a problem is looked into. */
const KEEP_OWN_DAYS = 7;
/** Those of accounts, and those that somebody asked for, such as imports, are a history that people read. */
const KEEP_HISTORY_DAYS = 90;
const AT_ONCE = 5_000;

/** Deletes jobs that ended long ago, a limited number at a time. Returns how many. */
export async function pruneJobs(db: Database): Promise<number> {
  const endedBefore = (days: number) => lt(jobs.finishedAt, sql`now() - make_interval(days => ${days})`);
  return db.asSystem(async (tx) => {
    const old = tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(
        or(
          and(isNull(jobs.clientId), isNull(jobs.requestedBy), endedBefore(KEEP_OWN_DAYS)),
          and(or(isNotNull(jobs.clientId), isNotNull(jobs.requestedBy)), endedBefore(KEEP_HISTORY_DAYS)),
        ),
      )
      .limit(AT_ONCE);
    const deleted = await tx.delete(jobs).where(inArray(jobs.id, old)).returning({ id: jobs.id });
    return deleted.length;
  });
}
