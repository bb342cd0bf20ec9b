import { ident, sql } from '@quarry/clickhouse';
import { and, eq, ne, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import { topologicalLayers } from '#server/features/datasets/dependencies.ts';
import { refreshScoresUsing } from '#server/features/datasets/request-scores.ts';
import { scoreJob } from '#server/features/datasets/score-job.ts';
import { scoreFieldName } from '#server/features/datasets/scores.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { refreshTagsUsing } from '#server/features/tags/refresh-tags-using.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { computeScores, type ScoringContext } from './compute-scores.ts';
import { type HistoryContext, type RecordedChanges, recordChanges } from './history/record-changes.ts';
import { readScoringConfigs, type ScoringConfigRow, scoreNode } from './scoring-config.ts';
import { settleScores } from './settle-scores.ts';

/**
 * Computes the client's scores that are not Fresh, those that others use first. It can be killed at any moment; an edit
 * during the run leads to another round.
 */
export const scoreRefresh = defineJob({
  ...scoreJob,
  maxAttempts: 5,
  timeoutMs: 30 * 60_000,
  run: (ctx) => refreshScores(ctx),
});

interface Round {
  readonly version: number;
  readonly clientName: string;
  readonly dataset: Dataset;
  /** Due fields that don't use other due ones. */
  readonly ready: readonly ScoringConfigRow[];
  readonly due: number;
}

export async function refreshScores(ctx: JobContext): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('A refresh of scores needs a client');
  let finished = 0;
  for (;;) {
    ctx.throwIfCancelled();
    const round = await beginRound(ctx, clientId);
    if (round === null || round.ready.length === 0) return;
    const all = finished + round.due;
    ctx.progress(finished / all, 'Computing scores', { scores: all });
    try {
      await runRound(ctx, clientId, round);
      finished += round.ready.length;
    } catch (error) {
      // A build may have replaced the version and dropped its table. The next round uses the new version.
      const version = await ctx.db.asClient(clientId, (tx) => currentVersion(tx, clientId));
      if (ctx.signal.aborted || version === round.version) throw error;
    }
  }
}

/** Marks all scores that are not Fresh as Running. Null before the first build. */
async function beginRound(ctx: JobContext, clientId: string): Promise<Round | null> {
  return ctx.db.asClient(clientId, async (tx) => {
    const [client] = await tx.select().from(clients).where(eq(clients.id, clientId));
    if (client === undefined || client.datasetVersion === null) return null;
    await tx
      .update(scoringConfigs)
      .set({ processingStatus: 'Running' })
      .where(and(eq(scoringConfigs.clientId, clientId), ne(scoringConfigs.processingStatus, 'Fresh')));
    const due = (await readScoringConfigs(tx, clientId)).filter(
      ({ processingStatus }) => processingStatus === 'Running',
    );
    const [layer = []] = topologicalLayers(due.map(scoreNode));
    const ready = new Set(layer.map(({ id }) => id));
    const dataset = await openDataset({
      client: {
        id: clientId,
        name: client.name,
        featureFlags: [],
        datasetVersion: String(client.datasetVersion),
        exclusionsRevision: client.exclusionsRevision,
        derivedRevision: client.derivedRevision,
      },
      read: (query) => query(tx),
      caches: ctx.caches,
    });
    return {
      version: client.datasetVersion,
      clientName: client.name,
      dataset,
      ready: due.filter((config) => ready.has(scoreNode(config).id)),
      due: due.length,
    };
  });
}

async function runRound(ctx: JobContext, clientId: string, round: Round): Promise<void> {
  const { clientName, version, dataset, ready } = round;
  const tables = datasetTables(clientName, version);
  const table = { database: tables.database, name: tables.dataset };
  const history: HistoryContext = {
    db: ctx.db,
    warehouse: ctx.warehouse,
    signal: ctx.signal,
    lane: 'analysis',
    clientId,
    clientName,
    earlier: dataset,
    table: sql`${ident(table.database, table.name)}`,
  };
  // A statement that was too large may be repeated for fewer fields.
  const recorded = new Map<string, RecordedChanges>();
  const context: ScoringContext = {
    warehouse: ctx.warehouse,
    signal: ctx.signal,
    // People wait for it, so it must not queue behind builds.
    lane: 'analysis',
    dataset,
    table,
    scratch: { database: tables.database, name: tables.scores },
    last: { fieldNames: new Set(dataset.scores.map(({ fieldName }) => fieldName)), table: null },
    async beforeWrite(values) {
      for (const { fieldName, value } of values) {
        const config = ready.find(({ id }) => scoreFieldName(id) === fieldName);
        if (config !== undefined) recorded.set(config.id, await recordChanges(history, config, value));
      }
    },
  };
  const computed = await computeScores(context, ready);
  await ctx.db.asClient(clientId, async (tx) => {
    // Throws if another worker took the job over.
    await ctx.saveCheckpoint(null, tx);
    if ((await currentVersion(tx, clientId)) !== version) return;
    await settleScores(tx, { id: clientId, name: clientName }, version, computed, [...recorded.values()]);
    await refreshUsersOf(tx, ctx, clientId, ready);
  });
}

/** Whatever uses these scores is due as well. */
async function refreshUsersOf(
  tx: Transaction,
  ctx: JobContext,
  clientId: string,
  computed: readonly ScoringConfigRow[],
): Promise<void> {
  const refs = computed.map((config) => scoreNode(config));
  await refreshTagsUsing(tx, ctx, clientId, refs);
  await refreshScoresUsing(tx, ctx, clientId, refs);
}

/** Locks the current version: no build swaps in another one until the transaction ends. */
async function currentVersion(tx: Transaction, clientId: string): Promise<number | null> {
  const [client] = await tx
    .select({ version: clients.datasetVersion })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for('update');
  return client?.version ?? null;
}
