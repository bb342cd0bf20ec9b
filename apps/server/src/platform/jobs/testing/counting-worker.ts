import { openDatabase, sql } from '@quarry/postgres';
import pino from 'pino';
import { z } from 'zod';
import { createJobs, defineJob, type JobContext } from '../jobs.ts';

/** `hangAt` is the step at which the job hangs until its process is killed. */
export interface CountingDeps {
  readonly hangAt: number | null;
}

/** Writes the numbers up to `until` into the table `steps`, each together with its checkpoint. */
export const counting = defineJob({
  type: 'test.counting',
  input: z.object({ until: z.number() }),
  concurrency: 'per-client',
  timeoutMs: 60_000,
  async run(ctx: JobContext<CountingDeps>, input) {
    const done = z.object({ step: z.number() }).nullable().parse(ctx.checkpoint)?.step ?? 0;
    for (let step = done + 1; step <= input.until; step++) {
      ctx.progress((step - 1) / input.until, `step ${step}`, { steps: step - 1 });
      if (step === ctx.hangAt) {
        process.stdout.write('hanging\n');
        await new Promise<never>(() => setInterval(() => undefined, 1_000));
      }
      await ctx.db.asSystem(async (tx) => {
        await tx.execute(sql`insert into steps (step, attempt) values (${step}, ${ctx.attempt})`);
        await ctx.saveCheckpoint({ step }, tx);
      });
    }
  },
});

const [connectionString] = process.argv.slice(2);
if (import.meta.main && connectionString !== undefined) {
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await openDatabase({ connectionString, log });
  await createJobs({ db, definitions: [counting], deps: { hangAt: 4 }, role: 'worker', log }).start();
}
