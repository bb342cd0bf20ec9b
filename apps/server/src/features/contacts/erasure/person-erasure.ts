import { eq, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { eraseFromRecord } from './erase-from-record.ts';
import { rememberErased } from './erased-people.ts';
import { findEverywhere } from './find-everywhere.ts';
import { type KnownPerson, knownPerson, type SoughtNames } from './known-person.ts';
import { blankPeople, countSpeaking, PEOPLE } from './universe-people.sql.ts';

/** Whom to erase: the names that were given, and everything about the person once it is known. */
const request = z.object({
  sought: knownPerson.pick({ emails: true, personUrls: true }),
  found: knownPerson.nullable(),
});
type ErasureRequest = z.infer<typeof request>;

/**
 * Erases a person. What was found is kept, encrypted, in the job's input, because a later attempt would find less; it goes
 * with the last step.
 */
export const personErasure = defineJob({
  type: 'person-erasure',
  input: z.object({ sealed: z.string().nullable() }),
  concurrency: 'global',
  // A person must not stay because a store was down for a day.
  maxAttempts: 300,
  retryDelayMs: 10_000,
  timeoutMs: 6 * 3_600_000,
  needsDiskSpace: true,
  async run(ctx, { sealed }) {
    if (sealed === null) return;
    const { sought, found } = request.parse(JSON.parse(ctx.secrets.decrypt(sealed)));
    const person = found ?? (await forgetInRecord(ctx, sought));
    ctx.progress(0.3, 'Erasing the entries of the universe');
    await eraseFromUniverse(ctx, person);
    // A search that was running may have added the person meanwhile.
    await ctx.db.asSystem(async (tx) => {
      await eraseFromRecord(tx, person);
      await saveInput(tx, ctx.jobId, null);
    });
    ctx.progress(1, 'A person was erased');
  },
});

/** The input of a new job. */
export function sealRequest({ secrets }: Pick<JobContext, 'secrets'>, sought: SoughtNames) {
  return { sealed: sealed(secrets, { sought, found: null }) };
}

const sealed = (secrets: JobContext['secrets'], content: ErasureRequest) => secrets.encrypt(JSON.stringify(content));

async function saveInput(tx: Transaction, jobId: string, text: string | null): Promise<void> {
  await tx
    .update(jobs)
    .set({ input: { sealed: text } })
    .where(eq(jobs.id, jobId));
}

/** Finds the person, keeps them from coming back, and deletes them from the system of record. */
async function forgetInRecord(ctx: JobContext, sought: SoughtNames): Promise<KnownPerson> {
  const person = knownPerson.parse(await findEverywhere(ctx, sought, { lane: 'jobs', signal: ctx.signal }));
  await ctx.db.asSystem(async (tx) => {
    await rememberErased(tx, person);
    await eraseFromRecord(tx, person);
    await saveInput(tx, ctx.jobId, sealed(ctx.secrets, { sought, found: person }));
  });
  return person;
}

const speakingRow = z.object({ speaking: z.coerce.number() });

async function eraseFromUniverse({ ledger, signal }: JobContext, { entries }: KnownPerson): Promise<void> {
  if (entries.length === 0) return;
  const options = { lane: 'jobs', signal } as const;
  // The ledger merges the table after the write, which removes the old versions.
  await ledger.recordWrites([PEOPLE], (warehouse) => warehouse.command(blankPeople(entries), options));
  const [left] = await ledger.engine.rows(countSpeaking(entries), speakingRow, options);
  if (left?.speaking !== 0) throw new Error('Old versions of erased entries are still stored');
}
