import { sql as engineSql, uints } from '@quarry/clickhouse';
import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { personaCompanies, personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { z } from 'zod';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { removeContacts } from '../apply-definition.ts';
import { holdClient } from '../lock-queue.ts';
import { activeCompanies, readSegmentAtRun, type SegmentAtRun } from '../search/segment-at-run.ts';

const BATCH = 20_000;
const idRow = z.object({ id: z.string() });

/**
 * Ends the inclusion of contacts at companies that left the segment, and forgets that these were searched. Another
 * change of the companies meanwhile requests this again.
 */
export async function removeLeavers(ctx: JobContext, clientId: string, segmentId: string): Promise<void> {
  const segment = await ctx.db.asClient(clientId, (tx) => readSegmentAtRun(tx, clientId, segmentId), {
    readOnly: true,
  });
  if (segment === null || segment.run === null) return;
  let after = '';
  for (;;) {
    const known = await ctx.db.asClient(clientId, (tx) => nextKnownCompanies(tx, clientId, segmentId, after), {
      readOnly: true,
    });
    const last = known.at(-1);
    if (last === undefined) return;
    after = last;
    const active = await ctx.warehouse.rows(
      engineSql`SELECT toString(company_id) AS id FROM (${activeCompanies(segment)} AND company_id IN ${uints(known)})`,
      idRow,
      { lane: 'jobs', signal: ctx.signal },
    );
    const activeIds = new Set(active.map(({ id }) => id));
    const left = known.filter((id) => !activeIds.has(id));
    if (left.length > 0 && !(await forgetCompanies(ctx, clientId, segment, left))) return;
  }
}

/** Companies that some persona of the segment has searched or has contacts at, in the order of their text. */
async function nextKnownCompanies(
  tx: Transaction,
  clientId: string,
  segmentId: string,
  after: string,
): Promise<string[]> {
  const { rows } = await tx.execute(sql`
    select company_id as id from (
      select done.company_id from ${personaCompanies} done
      join ${personas} searched on searched.id = done.persona_id
      where searched.client_id = ${clientId} and searched.segment_id = ${segmentId}
      union
      select found.company_id from ${segmentContacts} found
      where found.client_id = ${clientId} and found.segment_id = ${segmentId} and found.inclusion_status = 'INCLUDED'
    ) known
    where company_id > ${after} order by company_id limit ${BATCH}`);
  return z
    .array(idRow)
    .parse(rows)
    .map(({ id }) => id);
}

/** Returns false if the companies changed meanwhile. */
async function forgetCompanies(
  ctx: JobContext,
  clientId: string,
  segment: SegmentAtRun,
  companyIds: readonly string[],
): Promise<boolean> {
  return ctx.db.asClient(clientId, async (tx) => {
    await holdClient(tx, clientId);
    const [current] = await tx
      .select({ run: segments.run })
      .from(segments)
      .where(eq(segments.id, segment.id))
      .for('share');
    if (current?.run !== segment.run) return false;
    await ctx.saveCheckpoint(null, tx);
    const isOfSegment = and(eq(segmentContacts.clientId, clientId), eq(segmentContacts.segmentId, segment.id));
    const isThere = sql`${segmentContacts.companyId} = any(${sql.param(companyIds)}::text[])`;
    await removeContacts(tx, and(isOfSegment, isThere), 'COMPANY_REMOVED_FROM_SEGMENT');
    await tx
      .delete(segmentContacts)
      .where(and(isOfSegment, isThere, eq(segmentContacts.inclusionStatus, 'CANDIDATE_CHECKED_NOT_INCLUDED')));
    const ofSegment = tx.select({ id: personas.id }).from(personas).where(eq(personas.segmentId, segment.id));
    await tx
      .delete(personaCompanies)
      .where(
        and(
          inArray(personaCompanies.personaId, ofSegment),
          sql`${personaCompanies.companyId} = any(${sql.param(companyIds)}::text[])`,
        ),
      );
    return true;
  });
}
