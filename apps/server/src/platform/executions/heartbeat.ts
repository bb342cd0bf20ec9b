import { and, type Database, eq, lt, sql } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';
import { ago, type ExecutionLimits } from './execution-limits.ts';
import type { RunningExecution } from './run-execution.ts';

/**
 * Says that this process still works on its executions and how far they are, and stops those that nobody waits for
 * any more, or whose row says that they are over.
 */
export async function beat(db: Database, running: readonly RunningExecution[], limits: ExecutionLimits): Promise<void> {
  for (const [clientId, own] of Map.groupBy(running, (execution) => execution.clientId)) {
    const rows = await db.asClient(clientId, async (tx) => {
      const found = [];
      for (const execution of own) {
        const [row] = await tx
          .update(executions)
          .set({ heartbeatAt: sql`now()`, progress: execution.progress() })
          .where(and(eq(executions.id, execution.token), eq(executions.status, 'RUNNING')))
          .returning({
            abortRequestedAt: executions.abortRequestedAt,
            isForgotten: sql<boolean>`${lt(executions.polledAt, ago(limits.unpolledMs))}`,
          });
        found.push({ execution, row });
      }
      return found;
    });
    for (const { execution, row } of rows) {
      if (row === undefined) execution.stop('LOST');
      else if (row.abortRequestedAt !== null || row.isForgotten) execution.stop('CANCELLED');
    }
  }
}
