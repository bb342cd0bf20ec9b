import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { PersonaRow } from './persona.ts';
import { personaSearch } from './persona-search.ts';

/** Its search waits or runs. */
export const isActive = ({ searchStatus }: Pick<PersonaRow, 'searchStatus'>): boolean =>
  searchStatus === 'QUEUED' || searchStatus === 'RUNNING';

/** What a search begins with, besides its status. The time also tells one search from the next. */
export const RESTARTED = {
  errorReason: null,
  searchNote: null,
  spentCredits: 0,
  queuedAt: sql`clock_timestamp()`,
} as const;

/**
 * Ensures that the account's waiting searches run after this transaction commits: by a waiting job, or by a new one
 * behind the running one.
 */
export async function requestSearches(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  requestedBy: string,
): Promise<void> {
  // The lock keeps a waiting job from starting before the caller's writes are committed.
  const [waiting] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.clientId, clientId), eq(jobs.type, personaSearch.type), eq(jobs.status, 'WAITING')))
    .limit(1)
    .for('update');
  if (waiting === undefined) await queue.enqueue(tx, personaSearch, clientId, {}, { requestedBy });
}
