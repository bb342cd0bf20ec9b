import { randomUUID } from 'node:crypto';
import type * as contracts from '@quarry/contracts';
import { MAX_STAFF_EXECUTIONS, OF_STAFF } from '#server/features/market-estimation/estimate-execution.ts';
import type { Verb } from '#server/platform/mount.ts';
import { evaluateTargets } from './evaluate-targets.ts';
import { parseTargets } from './parse-targets.ts';

export const COVERAGE_KIND = 'coverage-analysis.run';
/** A run, unlike a preview, may take fifteen minutes. */
const TIMEOUT_MS = 15 * 60_000;

/** Starts to evaluate criteria on target domains. Refuses invalid input before anything runs. */
export const runCoverageAnalysis: Verb<typeof contracts.runCoverageAnalysis> = async (scope, input) => {
  const { warehouse } = scope;
  const targets = { domains: input.domains, tree: input.sourcingCriteria, ...parseTargets(input) };
  const executionId = await scope.executions.start(
    {
      clientId: OF_STAFF,
      kind: COVERAGE_KIND,
      inputHash: randomUUID(),
      requestedBy: scope.user.email,
      timeoutMs: TIMEOUT_MS,
      resultTtlMs: 0,
      maxConcurrent: MAX_STAFF_EXECUTIONS,
    },
    (control) => evaluateTargets(warehouse, targets, control),
  );
  return { executionId };
};
