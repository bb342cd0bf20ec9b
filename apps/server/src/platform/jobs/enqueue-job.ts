import { and, eq, inArray, isNull, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { z } from 'zod';
import { announceWork } from './announce.ts';
import { concurrencyKey } from './claim-job.ts';
import type { EnqueueOptions, JobDefinition } from './define-job.ts';

/** Writes the job's row in the caller's transaction. Throws a ZodError for input that does not fit. */
export async function enqueueJob<I extends z.ZodType>(
  tx: Transaction,
  definition: Pick<JobDefinition<I, never>, 'type' | 'input' | 'concurrency'>,
  clientId: string | null,
  input: z.input<I>,
  options: EnqueueOptions = {},
): Promise<string> {
  definition.input.parse(input);
  const singletonKey = options.singletonKey ?? null;
  // The one that is in the way can end between the two statements; then the next round finds room.
  for (;;) {
    const [made] = await tx
      .insert(jobs)
      .values({
        clientId,
        type: definition.type,
        input: input ?? null,
        singletonKey,
        concurrencyKey: concurrencyKey(definition, clientId),
        requestedBy: options.requestedBy ?? null,
      })
      .onConflictDoNothing()
      .returning({ id: jobs.id });
    if (made !== undefined) {
      await announceWork(tx);
      return made.id;
    }
    const [existing] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(
        and(
          eq(jobs.type, definition.type),
          clientId === null ? isNull(jobs.clientId) : eq(jobs.clientId, clientId),
          eq(jobs.singletonKey, singletonKey ?? ''),
          inArray(jobs.status, ['WAITING', 'PROCESSING']),
        ),
      );
    if (existing !== undefined) return existing.id;
  }
}
