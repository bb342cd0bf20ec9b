import { randomUUID } from 'node:crypto';
import type { ReportComparison } from '@quarry/contracts';
import type { ExecutionControl } from '#server/platform/executions/executions.ts';
import type { StaffScope } from '#server/platform/scope.ts';
import { ESTIMATE_TIMEOUT_MS, MAX_STAFF_EXECUTIONS, OF_STAFF } from './estimate-execution.ts';

export const COMPARISON_KIND = 'market-estimation.comparison';

/** Starts to keep or compare the companies of a report. Its result is never reused, because the universe moves. */
export function startComparison(
  scope: StaffScope,
  run: (control: ExecutionControl) => Promise<ReportComparison>,
): Promise<string> {
  return scope.executions.start(
    {
      clientId: OF_STAFF,
      kind: COMPARISON_KIND,
      inputHash: randomUUID(),
      requestedBy: scope.user.email,
      timeoutMs: ESTIMATE_TIMEOUT_MS,
      resultTtlMs: 0,
      maxConcurrent: MAX_STAFF_EXECUTIONS,
    },
    run,
  );
}
