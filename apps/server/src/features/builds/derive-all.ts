import { inSteps } from '#server/features/datasets/dependencies.ts';
import type { BeginDerivation, Derivation } from '#server/features/datasets/derivation.ts';
import { beginTags } from '#server/features/tags/begin-tags.ts';
import type { Build, ShowProgress, StepResult } from './build.ts';

/** What rooms derive from the rows of a version, one line per room. */
const DERIVATIONS: readonly BeginDerivation[] = [beginTags];

/** Derives what rooms contribute, in one order over all rooms: everything comes after what it uses. */
export async function deriveAll(build: Build, progress: ShowProgress): Promise<StepResult> {
  const { ctx, clientId, config, schema, state } = build;
  const { version, lastVersion, filled, withheld } = state;
  const filledVersion = { clientId, clientName: config.clientName, version, schema, lastVersion };
  const derivations: Derivation[] = [];
  for (const begin of DERIVATIONS) derivations.push(await begin(ctx, filledVersion));
  const nodes = derivations.flatMap((derivation) => derivation.nodes.map((node) => ({ ...node, derivation })));
  let finished = 0;
  const done = (count: number): void => {
    finished += count;
    progress(finished / nodes.length, { companies: filled, withheld });
  };
  for (const step of inSteps(nodes)) {
    for (const [derivation, own] of Map.groupBy(step, (node) => node.derivation)) {
      const ids = own.map(({ id }) => id);
      await derivation.derive(ids, done);
    }
  }
  return {
    async settle(tx) {
      for (const derivation of derivations) await derivation.settle(tx);
    },
  };
}
