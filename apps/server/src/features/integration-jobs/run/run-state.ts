import { syncProgress } from '@quarry/contracts';
import { z } from 'zod';
import { planCursor } from '../plan/plan-table.ts';
import { NO_COUNTS } from './record-result.ts';

/** The checkpoint of a run. Which records are finished stands in the journal, so it may be lost. */
const runState = z.object({
  /** The records to look at are found. */
  isPlanned: z.boolean(),
  cursors: z.object({ company: planCursor.nullable(), contact: planCursor.nullable() }),
  counts: syncProgress.omit({ progress: true }),
});
export type RunState = z.infer<typeof runState>;

export function readRunState(checkpoint: unknown): RunState {
  return (
    runState.safeParse(checkpoint).data ?? {
      isPlanned: false,
      cursors: { company: null, contact: null },
      counts: NO_COUNTS,
    }
  );
}
