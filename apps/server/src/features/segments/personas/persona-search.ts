import { and, asc, eq, inArray, ne, sql } from '@quarry/postgres';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { z } from 'zod';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { lockQueue } from './lock-queue.ts';
import { openProvider } from './people/open-provider.ts';
import { readPersonaRow } from './persona.ts';
import { endSearch } from './search/end-search.ts';
import { holdSearch } from './search/include-contacts.ts';
import { runSearch } from './search/run-search.ts';
import type { Search } from './search/search.ts';
import { readSegmentAtRun } from './search/segment-at-run.ts';

/** A search that still fails at this attempt of the job is given up, so that those behind it get their turn. */
const LAST_ATTEMPT_OF_SEARCH = 3;

/**
 * Runs the account's waiting searches one after the other, in the order in which they were queued. It can be killed at
 * any moment: each batch of companies is one transaction.
 */
export const personaSearch = defineJob({
  type: 'persona-search',
  input: z.object({}),
  concurrency: 'per-client',
  maxAttempts: 10,
  timeoutMs: 6 * 3_600_000,
  run: (ctx) => runSearches(ctx),
});

async function runSearches(ctx: JobContext): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('A search for contacts needs a client');
  for (;;) {
    ctx.throwIfCancelled();
    const next = await beginNext(ctx, clientId);
    if (next === null) return;
    const search: Search = {
      clientId,
      ...next,
      provider: openProvider(ctx),
      warehouse: ctx.warehouse,
      db: ctx.db,
      log: ctx.log,
      signal: ctx.signal,
      holdWork: (tx) => ctx.saveCheckpoint(null, tx),
    };
    try {
      await runSearch(search, (finished) => {
        const companies = next.segment.sizeCompanies;
        ctx.progress(companies === 0 ? 0 : finished / companies, next.persona.name, { finished, companies });
      });
    } catch (error) {
      if (ctx.signal.aborted || ctx.attempt < LAST_ATTEMPT_OF_SEARCH) throw error;
      ctx.log.error({ err: error, personaId: next.persona.id }, 'a search for contacts was given up');
      await giveUp(search);
    }
  }
}

/** The search that runs, else the longest-waiting one, which then runs; null without one. */
async function beginNext(
  ctx: JobContext,
  clientId: string,
): Promise<Pick<Search, 'persona' | 'segment' | 'hasFindings'> | null> {
  return ctx.db.asClient(clientId, async (tx) => {
    await lockQueue(tx, clientId);
    const [row] = await tx
      .select()
      .from(personas)
      .where(and(eq(personas.clientId, clientId), inArray(personas.searchStatus, ['RUNNING', 'QUEUED'])))
      .orderBy(sql`${personas.searchStatus} = 'QUEUED'`, asc(personas.queuedAt))
      .limit(1)
      .for('update');
    if (row === undefined) return null;
    const segment = await readSegmentAtRun(tx, clientId, row.segmentId);
    if (segment === null) throw new Error(`The persona ${row.id} has no segment`);
    const searchStatus = 'RUNNING';
    await tx.update(personas).set({ searchStatus }).where(eq(personas.id, row.id));
    const [found] = await tx
      .select({ id: segmentContacts.id })
      .from(segmentContacts)
      .where(and(eq(segmentContacts.personaId, row.id), ne(segmentContacts.inclusionStatus, 'WAS_INCLUDED_REMOVED')))
      .limit(1);
    return { persona: readPersonaRow({ ...row, searchStatus }), segment, hasFindings: found !== undefined };
  });
}

async function giveUp(search: Search): Promise<void> {
  await search.db.asClient(search.clientId, async (tx) => {
    const persona = await holdSearch(tx, search);
    if (persona === null) return;
    await search.holdWork(tx);
    await endSearch(tx, persona, 'UNKNOWN');
  });
}
