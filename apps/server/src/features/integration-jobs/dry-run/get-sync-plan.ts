import type * as contracts from '@quarry/contracts';
import { DRY_RUN_SAMPLE, type SyncPlan } from '@quarry/contracts';
import { asc, eq, sql, type Transaction } from '@quarry/postgres';
import { syncJournal } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import type { Verb } from '#server/platform/mount.ts';
import { findPlan, type JournalRow, toPlannedRecords } from './planned-records.ts';

type Totals = SyncPlan['companies'];

/** The figures of a plan, and some of its records field by field. Throws NOT_FOUND and BAD_REQUEST. */
export const getSyncPlan: Verb<typeof contracts.getSyncPlan> = async (scope, { jobId }) => {
  const clientId = scope.client.id;
  const { job, plan, fields, totals, rows } = await scope.read(async (tx) => {
    const planned = await findPlan(tx, clientId, jobId);
    return { ...planned, totals: await readTotals(tx, jobId), rows: await readSample(tx, jobId) };
  });
  return {
    plan: {
      job,
      ...totals,
      apiCalls: plan.apiCalls,
      dailyAllowance: plan.dailyAllowance,
      dailyRemaining: plan.dailyRemaining,
      estimatedSeconds: plan.estimatedSeconds,
      sample: await toPlannedRecords(scope, clientId, fields, rows, { signal: scope.request.signal }),
    },
  };
};

const totalRow = z.object({ type: z.string(), outcome: z.string(), records: z.coerce.number() });

async function readTotals(tx: Transaction, jobId: string): Promise<Pick<SyncPlan, 'companies' | 'contacts'>> {
  const { rows } = await tx.execute(sql`
    select ${syncJournal.recordType} as type, count(*) as records,
      case
        when ${syncJournal.state} = 'ambiguous' then 'ambiguous'
        when ${syncJournal.state} in ('refused', 'intended') then 'fail'
        when ${syncJournal.state} = 'skipped' then 'skip'
        when ${syncJournal.action} in ('create', 'archive') then 'create'
        else 'update' end as outcome
    from ${syncJournal} where ${syncJournal.jobId} = ${jobId} group by 1, 3`);
  const none: Totals = { create: 0, update: 0, skip: 0, ambiguous: 0, fail: 0 };
  const found = z.array(totalRow).parse(rows);
  const of = (type: string): Totals => ({
    ...none,
    ...Object.fromEntries(found.filter((row) => row.type === type).map(({ outcome, records }) => [outcome, records])),
  });
  return { companies: of('company'), contacts: of('contact') };
}

/** Records that change come first. */
function readSample(tx: Transaction, jobId: string): Promise<JournalRow[]> {
  return tx
    .select()
    .from(syncJournal)
    .where(eq(syncJournal.jobId, jobId))
    .orderBy(
      sql`array_position(array['planned', 'done', 'ambiguous', 'refused', 'intended', 'skipped'], ${syncJournal.state})`,
      asc(syncJournal.recordType),
      asc(syncJournal.recordId),
    )
    .limit(DRY_RUN_SAMPLE);
}
