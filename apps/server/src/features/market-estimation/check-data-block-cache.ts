import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { ESTIMATE_KIND, ESTIMATE_TTL_MS, OF_STAFF, readEstimate } from './estimate-execution.ts';
import { parseEstimated } from './estimated-criteria.ts';

/** Tells whether an estimate of these criteria is there already. */
export const checkDataBlockCache: Verb<typeof contracts.checkDataBlockCache> = async (scope, input) => {
  const { hash } = await parseEstimated(scope, input);
  const executionId = await scope.executions.find({
    clientId: OF_STAFF,
    kind: ESTIMATE_KIND,
    inputHash: hash,
    resultTtlMs: ESTIMATE_TTL_MS,
  });
  if (executionId !== null) return readEstimate(scope.executions, executionId);
  return {
    state: 'MISSING',
    executionId: null,
    progress: null,
    count: null,
    netNewCount: null,
    schema: [],
    rows: [],
    error: null,
  };
};
