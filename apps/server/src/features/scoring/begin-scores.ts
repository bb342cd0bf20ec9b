import { eq, type Transaction } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { type Dataset, describeDataset } from '#server/features/datasets/dataset.ts';
import { versionSchema } from '#server/features/datasets/dataset-schema.ts';
import type { BeginDerivation, FilledVersion } from '#server/features/datasets/derivation.ts';
import { renameInRules } from '#server/features/datasets/renames.ts';
import { outdateScores, requestScores } from '#server/features/datasets/request-scores.ts';
import { readScoreFields, type ScoreField, scoreFieldName } from '#server/features/datasets/scores.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { type ComputedScore, computeScores } from './compute-scores.ts';
import { type RecordedChanges, recordChangesBetween } from './history/record-changes.ts';
import { readScoringConfigs, scoreNode } from './scoring-config.ts';
import { settleScores } from './settle-scores.ts';

/** Starts the derivation of all scores in a new version. */
export const beginScores: BeginDerivation = async (ctx, built) => {
  const { clientId, clientName, version, schema, lastVersion, renames, segmentRuns, scores } = built;
  const { configs, earlier } = await ctx.db.asClient(clientId, async (tx) => ({
    configs: (await readScoringConfigs(tx, clientId)).map((config) => ({
      ...config,
      rules: renameInRules(config.rules, renames),
      computedRules: config.computedRules === null ? null : renameInRules(config.computedRules, renames),
    })),
    // The runs of now: those of this version are derived over them.
    earlier: lastVersion === null ? null : await describeEarlier(tx, built, lastVersion),
  }));
  const byNode = new Map(configs.map((config) => [scoreFieldName(config.id), config]));
  const tables = datasetTables(clientName, version);
  const lastTable = earlier?.table() ?? null;
  const computed: ComputedScore[] = [];
  const recorded: RecordedChanges[] = [];
  return {
    nodes: configs.map(scoreNode),
    async derive(ids, done) {
      const layer = ids.flatMap((id) => byNode.get(id) ?? []);
      const dataset = describeDataset(clientName, String(version), schema, { segmentRuns, scores });
      const context = {
        warehouse: ctx.warehouse,
        signal: ctx.signal,
        lane: 'jobs',
        dataset,
        table: { database: tables.database, name: tables.dataset },
        scratch: { database: tables.database, name: tables.scores },
        last: {
          fieldNames: new Set(earlier?.scores.map(({ fieldName }) => fieldName)),
          table: lastTable,
        },
      } as const;
      const results = await computeScores(context, layer);
      computed.push(...results);
      const stored = new Set(results.flatMap(({ id, isStored }) => (isStored ? [id] : [])));
      for (const config of layer) if (stored.has(config.id)) scores.push(asField(config));
      if (earlier !== null && lastTable !== null) {
        const { db, warehouse, signal } = ctx;
        const history = {
          db,
          warehouse,
          signal,
          lane: 'jobs',
          clientId,
          clientName,
          earlier,
          table: lastTable,
        } as const;
        const kept = new Set(results.flatMap(({ id, problem }) => (problem === null ? [] : [id])));
        for (const config of layer) {
          if (!kept.has(config.id)) recorded.push(await recordChangesBetween(history, dataset, config));
        }
      }
      done(layer.length);
    },
    async settle(tx) {
      await settleScores(tx, { id: clientId, name: clientName }, version, computed, recorded);
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

/** The version that readers see while another one is built. */
async function describeEarlier(tx: Transaction, built: FilledVersion, version: number): Promise<Dataset | null> {
  const { clientId, clientName, segmentRuns } = built;
  const [row] = await tx
    .select({ schema: datasetVersions.schema })
    .from(datasetVersions)
    .where(eq(datasetVersions.version, version));
  if (row === undefined) return null;
  const scores = await readScoreFields(tx, clientId, version);
  const options = { segmentRuns: new Map(segmentRuns), scores };
  return describeDataset(clientName, String(version), versionSchema.parse(row.schema), options);
}
