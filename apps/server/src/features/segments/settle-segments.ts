import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { segments } from '@quarry/postgres/tables/segments';
import { tableLedger } from '@quarry/postgres/tables/table-ledger';
import { segmentMembersTable } from '#server/features/datasets/segment-members.ts';
import type { ComputedSegment } from './compute-segments.ts';

/**
 * Makes the new runs current, except of segments that were changed or computed meanwhile. Returns the ids of those that
 * have new companies. The transaction must hold the client's row.
 */
export async function settleSegments(
  tx: Transaction,
  client: { readonly id: string; readonly name: string },
  computed: readonly ComputedSegment[],
  at: Date,
): Promise<string[]> {
  const changed: string[] = [];
  for (const { id, revision, lastRun, written, isEvaluated, notFoundDomains, problem } of computed) {
    const isUnchanged = and(
      eq(segments.clientId, client.id),
      eq(segments.id, id),
      eq(segments.revision, revision),
      sql`${segments.run} is not distinct from ${lastRun}`,
    );
    const companies =
      written === null
        ? {}
        : {
            run: written.run,
            runRows: written.rows,
            sizeCompanies: written.companies,
          };
    const firstComputedAt = sql`coalesce(${segments.firstComputedAt}, ${at.toISOString()})`;
    const times = written === null || problem !== null ? {} : { notFoundDomains, firstComputedAt, lastComputedAt: at };
    const outcome = {
      ...times,
      computedRevision: revision,
      problem,
      // Only creating, saving and retrying can fail visibly; otherwise people go on with the companies from before.
      updateStatus: sql`case when ${problem === null} then 'COMPLETE'
        when ${segments.updateStatus} = 'RUNNING' then 'ERROR' else ${segments.updateStatus} end`,
      refreshStatus: 'COMPLETE',
    } as const;
    const [settled] = await tx
      .update(segments)
      .set({ ...companies, ...(isEvaluated ? outcome : {}) })
      .where(isUnchanged)
      .returning({ id: segments.id });
    if (settled !== undefined && written !== null) changed.push(settled.id);
  }
  if (changed.length > 0) await segmentsChanged(tx, client);
  return changed;
}

/** Readers see what changed from their next call on. */
export async function segmentsChanged(
  tx: Transaction,
  client: { readonly id: string; readonly name: string },
): Promise<void> {
  await tx
    .update(clients)
    .set({ derivedRevision: sql`${clients.derivedRevision} + 1` })
    .where(eq(clients.id, client.id));
  await recordRuns(tx, client);
}

/** Records how many rows of current runs there are. */
async function recordRuns(tx: Transaction, client: { readonly id: string; readonly name: string }): Promise<void> {
  const { database, name } = segmentMembersTable(client.name);
  const [stored] = await tx
    .select({ rows: sql<string>`coalesce(sum(${segments.runRows}), 0)::text` })
    .from(segments)
    .where(eq(segments.clientId, client.id));
  await tx.delete(tableLedger).where(and(eq(tableLedger.database, database), eq(tableLedger.name, name)));
  const rows = Number(stored?.rows ?? 0);
  if (rows > 0) await tx.insert(tableLedger).values({ database, name, rows, clientId: client.id });
}
