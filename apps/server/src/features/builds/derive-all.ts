import { topologicalLayers } from '#server/features/datasets/dependencies.ts';
import type { BeginDerivation, Derivation } from '#server/features/datasets/derivation.ts';
import { renamedColumns } from '#server/features/datasets/renames.ts';
import { readSegmentRuns } from '#server/features/datasets/segment-members.ts';
import { beginScores } from '#server/features/scoring/begin-scores.ts';
import { beginSegments } from '#server/features/segments/begin-segments.ts';
import { beginTags } from '#server/features/tags/begin-tags.ts';
import type { Build, ReportProgress, StepResult } from './build.ts';

/** One line per room. */
const DERIVATIONS: readonly BeginDerivation[] = [beginScores, beginTags, beginSegments];

/** Runs the derivations of all rooms in one topological order. */
export async function deriveAll(build: Build, progress: ReportProgress): Promise<StepResult> {
  const { ctx, clientId, config, schema, lastSchema, state } = build;
  const { version, lastVersion, filled, withheld } = state;
  const segmentRuns = new Map(await ctx.db.asClient(clientId, (tx) => readSegmentRuns(tx, clientId)));
  const { clientName } = config;
  const renames = renamedColumns(schema, lastSchema);
  const filledVersion = { clientId, clientName, version, schema, lastVersion, renames, segmentRuns, scores: [] };
  const derivations: Derivation[] = [];
  for (const begin of DERIVATIONS) derivations.push(await begin(ctx, filledVersion));
  const nodes = derivations.flatMap((derivation) => derivation.nodes.map((node) => ({ ...node, derivation })));
  let finished = 0;
  const done = (count: number): void => {
    finished += count;
    progress(finished / nodes.length, { companies: filled, withheld });
  };
  for (const layer of topologicalLayers(nodes)) {
    for (const [derivation, own] of Map.groupBy(layer, (node) => node.derivation)) {
      await derivation.derive(
        own.map(({ id }) => id),
        done,
      );
    }
  }
  return {
    async settle(tx) {
      for (const derivation of derivations) await derivation.settle(tx);
    },
  };
}
