import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { estimateTurnover } from '#server/features/builds/estimate-turnover.ts';
import type { Verb } from '#server/platform/mount.ts';
import { costsOf, readBuildCosts } from './build-costs.ts';
import { readNextBuild } from './read-next-build.ts';

/** Computes what another company limit would do at the next build. Throws NOT_FOUND. */
export const estimateLimitImpact: Verb<typeof contracts.estimateLimitImpact> = async (scope, { client, amount }) => {
  const { signal } = scope.request;
  const { now, costs } = await scope.read(async (tx) => {
    const [row] = await tx.select().from(clients).where(eq(clients.name, client));
    if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such client.', { client });
    return { now: await readNextBuild(tx, row), costs: await readBuildCosts(tx, row.id) };
  });
  const limited = { ...now, companyLimit: amount };
  const { companyLimit } = now;
  const { build, other: without } = await estimateTurnover(scope.warehouse, limited, { companyLimit }, { signal });
  return { build, without, ...costsOf(costs, build) };
};
