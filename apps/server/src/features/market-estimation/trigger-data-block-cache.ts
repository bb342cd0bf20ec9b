import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import {
  ESTIMATE_KIND,
  ESTIMATE_TIMEOUT_MS,
  ESTIMATE_TTL_MS,
  estimateMarket,
  MAX_STAFF_EXECUTIONS,
  OF_STAFF,
} from './estimate-execution.ts';
import { parseEstimated } from './estimated-criteria.ts';

/** Starts an estimate of criteria, or finds the one that is there. Refuses invalid criteria before anything runs. */
export const triggerDataBlockCache: Verb<typeof contracts.triggerDataBlockCache> = async (scope, input) => {
  const { warehouse } = scope;
  const criteria = await parseEstimated(scope, input);
  const executionId = await scope.executions.start(
    {
      clientId: OF_STAFF,
      kind: ESTIMATE_KIND,
      inputHash: criteria.hash,
      requestedBy: scope.user.email,
      timeoutMs: ESTIMATE_TIMEOUT_MS,
      resultTtlMs: ESTIMATE_TTL_MS,
      maxConcurrent: MAX_STAFF_EXECUTIONS,
    },
    (control) => estimateMarket(warehouse, criteria, control),
  );
  return { executionId };
};
