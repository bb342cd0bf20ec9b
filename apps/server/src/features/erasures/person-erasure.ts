import { type CrmRecord, crmRecord } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { rememberErased } from '#server/features/contacts/erased-people.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { readCrmRecords } from './crm-records.ts';
import { eraseFromRecord } from './erase-from-record.ts';
import { findEverywhere } from './find-everywhere.ts';
import { type KnownPerson, knownPerson, type SoughtPerson, soughtPerson } from './known-person.ts';
import { blankPeople, countSpeaking, PEOPLE } from './universe-people.sql.ts';

const found = z.object({
  person: knownPerson,
  crmRecords: z.array(crmRecord),
  /** The accounts that had something, and how many rows were deleted so far. */
  clientIds: z.array(z.string()),
  rows: z.number(),
});
type Found = z.infer<typeof found>;

/** Whom to erase: the names that were given, and everything about the person once it is known. */
const request = z.object({
  sought: soughtPerson,
  found: z.preprocess(fromEarlierRelease, found.nullable()),
});
type ErasureRequest = z.infer<typeof request>;

/** What was found, as earlier releases kept it: without more than the person. */
function fromEarlierRelease(stored: unknown): unknown {
  const person = knownPerson.safeParse(stored);
  return person.success ? { person: person.data, crmRecords: [], clientIds: [], rows: 0 } : stored;
}

const erasureInput = z.object({
  /** Whom to erase, encrypted; null once it is done. */
  sealed: z.string().nullable(),
  /** Where the person still stands in CRMs, encrypted; null if nowhere. */
  crmRecords: z.string().nullable().default(null),
});

export const ERASURE_COMPLETED = 'person.erasure-completed';

/** The counts that the audit trail keeps of a completed deletion. */
export const erasureResult = z.object({
  entries: z.number(),
  accounts: z.number(),
  rows: z.number(),
  crmRecords: z.number(),
});

/**
 * Erases a person. What was found is kept, encrypted, in the job's input, because a later attempt would find less; it goes
 * with the last step. Only where the person still stands in CRMs is kept with the job, so that somebody deletes it there.
 */
export const personErasure = defineJob({
  type: 'person-erasure',
  input: erasureInput,
  concurrency: 'global',
  // A person must not stay because a store was down for a day.
  maxAttempts: 300,
  retryDelayMs: 10_000,
  timeoutMs: 6 * 3_600_000,
  needsDiskSpace: true,
  async run(ctx, { sealed }) {
    if (sealed === null) return;
    const stored = request.parse(JSON.parse(ctx.secrets.decrypt(sealed)));
    const first = stored.found ?? (await forgetInRecord(ctx, stored.sought));
    ctx.progress(0.3, 'Erasing the entries of the universe');
    await eraseFromUniverse(ctx, first.person);
    // A search or a sync that was running may have added the person meanwhile.
    await ctx.db.asSystem(async (tx) => {
      const all = await forget(tx, ctx, first);
      const crmRecords = all.crmRecords.length === 0 ? null : ctx.secrets.encrypt(JSON.stringify(all.crmRecords));
      await saveInput(tx, ctx.jobId, { sealed: null, crmRecords });
      const after: z.infer<typeof erasureResult> = {
        entries: all.person.entries.length,
        accounts: all.clientIds.length,
        rows: all.rows,
        crmRecords: all.crmRecords.length,
      };
      const byJob = { clientId: null, actorUserId: null, actor: 'deletion on request', requestId: null };
      const line = { action: ERASURE_COMPLETED, target: 'a person', targetId: ctx.jobId, before: null, after };
      await recordAudit(tx, { ...byJob, ...line });
    });
    ctx.progress(1, 'A person was erased');
  },
});

/** The input of a new job. */
export function sealRequest({ secrets }: Pick<JobContext, 'secrets'>, sought: SoughtPerson) {
  return { sealed: sealed(secrets, { sought, found: null }) };
}

/** Where the person of a job still stands; none before the job's end. */
export function openCrmRecords({ secrets }: Pick<JobContext, 'secrets'>, input: unknown): CrmRecord[] {
  const { crmRecords } = erasureInput.parse(input);
  return crmRecords === null ? [] : found.shape.crmRecords.parse(JSON.parse(secrets.decrypt(crmRecords)));
}

const sealed = (secrets: JobContext['secrets'], content: ErasureRequest) => secrets.encrypt(JSON.stringify(content));

async function saveInput(tx: Transaction, jobId: string, input: z.input<typeof erasureInput>): Promise<void> {
  await tx.update(jobs).set({ input }).where(eq(jobs.id, jobId));
}

/** Finds the person, keeps them from coming back, and deletes them from the system of record. */
async function forgetInRecord(ctx: JobContext, sought: SoughtPerson): Promise<Found> {
  const person = knownPerson.parse(await findEverywhere(ctx, sought, { lane: 'jobs', signal: ctx.signal }));
  return ctx.db.asSystem(async (tx) => {
    await rememberErased(tx, person);
    const all = await forget(tx, ctx, { person, crmRecords: [], clientIds: [], rows: 0 });
    await saveInput(tx, ctx.jobId, { sealed: sealed(ctx.secrets, { sought, found: all }) });
    return all;
  });
}

/** Deletes the person from the system of record, and adds what it found to what was found before. */
async function forget(tx: Transaction, { config }: Pick<JobContext, 'config'>, before: Found): Promise<Found> {
  const { person } = before;
  // Read first, because the links are deleted as well.
  const standing = await readCrmRecords(tx, config, person.contactIds);
  const deleted = await eraseFromRecord(tx, person);
  const isKnown = (record: CrmRecord) =>
    before.crmRecords.some((other) => CRM_RECORD_KEYS.every((key) => other[key] === record[key]));
  return {
    person,
    crmRecords: [...before.crmRecords, ...standing.filter((record) => !isKnown(record))],
    clientIds: [...new Set([...before.clientIds, ...deleted.keys()])],
    rows: before.rows + [...deleted.values()].reduce((sum, count) => sum + count, 0),
  };
}

const CRM_RECORD_KEYS = ['clientName', 'integrationType', 'externalId'] as const;

const speakingRow = z.object({ speaking: z.coerce.number() });

async function eraseFromUniverse({ ledger, signal }: JobContext, { entries }: KnownPerson): Promise<void> {
  if (entries.length === 0) return;
  const options = { lane: 'jobs', signal } as const;
  // The ledger merges the table after the write, which removes the old versions.
  await ledger.recordWrites([PEOPLE], (warehouse) => warehouse.command(blankPeople(entries), options));
  const [left] = await ledger.engine.rows(countSpeaking(entries), speakingRow, options);
  if (left?.speaking !== 0) throw new Error('Old versions of erased entries are still stored');
}
