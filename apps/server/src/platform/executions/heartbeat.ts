import { and, type Database, eq, lt, sql } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { ago, type ExecutionLimits } from './execution-limits.ts';
import { asOwner } from './owner.ts';
import type { RunningExecution } from './run-execution.ts';

/**
 * Writes the heartbeat and progress of this process's executions. Stops those that are no longer polled, and those whose
 * row has been settled elsewhere.
 */
export async function sendHeartbeats(
  db: Database,
  running: readonly RunningExecution[],
  limits: ExecutionLimits,
): Promise<void> {
  for (const [clientId, ofClient] of Map.groupBy(running, (execution) => execution.clientId)) {
    const rows = await asOwner(db, clientId, async (tx) => {
      const found = [];
      for (const execution of ofClient) {
        const [row] = await tx
          .update(executions)
          .set({ heartbeatAt: sql`now()`, progress: execution.progress() })
          .where(and(eq(executions.id, execution.token), eq(executions.status, 'RUNNING')))
          .returning({
            abortRequestedAt: executions.abortRequestedAt,
            isUnpolled: sql<boolean>`${lt(executions.polledAt, ago(limits.pollTimeoutMs))}`,
          });
        found.push({ execution, row });
      }
      return found;
    });
    for (const { execution, row } of rows) {
      if (row === undefined) execution.stop('LOST');
      else if (row.abortRequestedAt !== null || row.isUnpolled) execution.stop('CANCELLED');
    }
  }
}
