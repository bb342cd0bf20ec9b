import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** Random tests print their seed. Set QUARRY_SEED to repeat a run. */
export const seed = Number(process.env.QUARRY_SEED ?? randomInt(2 ** 31));

/** Equal seeds give equal values. */
export function sample<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}

/**
 * Checks values in batches, because each statement has a fixed cost. `findProblems` returns a message or null for each
 * value. The first failing value is shrunk, and the smallest that still fails is reported.
 */
export async function assertEach<T>(
  arbitrary: fc.Arbitrary<T>,
  { count, batch }: { count: number; batch: number },
  findProblems: (values: readonly T[]) => Promise<readonly (string | null)[]>,
): Promise<void> {
  console.log(`QUARRY_SEED=${seed}`);
  const values = sample(arbitrary, count);
  for (let from = 0; from < count; from += batch) {
    const problems = await findProblems(values.slice(from, from + batch));
    const at = problems.findIndex((problem) => problem !== null);
    if (at === -1) continue;
    const property = fc.asyncProperty(arbitrary, async (value) => {
      const [problem = null] = await findProblems([value]);
      if (problem !== null) throw new Error(problem);
    });
    await fc.assert(property, { seed, path: String(from + at), numRuns: 1 });
    throw new Error(`Fails in a batch only (QUARRY_SEED=${seed}): ${problems[at]}`);
  }
}
