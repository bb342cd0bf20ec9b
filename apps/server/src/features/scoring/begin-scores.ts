import { ident, sql } from '@quarry/clickhouse';
import { describeDataset } from '#server/features/datasets/dataset.ts';
import type { BeginDerivation } from '#server/features/datasets/derivation.ts';
import { outdateScores, requestScores } from '#server/features/datasets/request-scores.ts';
import { readScoreFields, type ScoreField, scoreFieldName } from '#server/features/datasets/scores.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { type ComputedScore, computeScores } from './compute-scores.ts';
import { readScoringConfigs, scoreNode } from './scoring-config.ts';
import { settleScores } from './settle-scores.ts';

/** Starts the derivation of all scores in a new version. */
export const beginScores: BeginDerivation = async (ctx, built) => {
  const { clientId, clientName, version, schema, lastVersion, segmentRuns, scores } = built;
  const { configs, lastScores } = await ctx.db.asClient(clientId, async (tx) => ({
    configs: await readScoringConfigs(tx, clientId),
    lastScores: lastVersion === null ? [] : await readScoreFields(tx, clientId, lastVersion),
  }));
  const byNode = new Map(configs.map((config) => [scoreFieldName(config.id), config]));
  const tables = datasetTables(clientName, version);
  const last = lastVersion === null ? null : datasetTables(clientName, lastVersion).dataset;
  const computed: ComputedScore[] = [];
  return {
    nodes: configs.map(scoreNode),
    async derive(ids, done) {
      const layer = ids.flatMap((id) => byNode.get(id) ?? []);
      const context = {
        warehouse: ctx.warehouse,
        signal: ctx.signal,
        lane: 'jobs',
        dataset: describeDataset(clientName, String(version), schema, { segmentRuns, scores }),
        table: { database: tables.database, name: tables.dataset },
        scratch: { database: tables.database, name: tables.scores },
        last: {
          fieldNames: new Set(lastScores.map(({ fieldName }) => fieldName)),
          table: last === null ? null : sql`${ident(tables.database, last)}`,
        },
      } as const;
      const results = await computeScores(context, layer);
      computed.push(...results);
      const stored = new Set(results.flatMap(({ id, isStored }) => (isStored ? [id] : [])));
      for (const config of layer) if (stored.has(config.id)) scores.push(asField(config));
      done(layer.length);
    },
    async settle(tx) {
      await settleScores(tx, clientId, version, computed);
      const revisions = new Map(computed.map(({ id, revision }) => [id, revision]));
      const late = (await readScoringConfigs(tx, clientId)).filter(
        ({ id, revision }) => revisions.get(id) !== revision,
      );
      if (late.length === 0) return;
      await outdateScores(
        tx,
        clientId,
        late.map(({ id }) => id),
      );
      await requestScores(tx, ctx, clientId, 'build');
    },
  };
};

const asField = ({ id, name, isDefault }: Pick<ScoreField, 'id' | 'name' | 'isDefault'>): ScoreField => ({
  id,
  name,
  isDefault,
  fieldName: scoreFieldName(id),
});
