import type * as contracts from '@quarry/contracts';
import { sql } from '@quarry/postgres';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { z } from 'zod';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { findSegment } from './segment.ts';
import { dailyChanges } from './segment-companies.sql.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;

const changeRow = z.object({ day: z.string(), change: z.number() });
type Change = z.infer<typeof changeRow>;

/** How many companies and people a segment had at the end of each day. Throws NOT_FOUND. */
export const getSegmentGrowth: Verb<typeof contracts.getSegmentGrowth> = async (scope, { segmentId }) => {
  const { run, firstComputedAt } = await scope.read((tx) => findSegment(tx, scope.client.id, segmentId));
  if (run === null || firstComputedAt === null) return { days: [] };
  const statement = dailyChanges({ clientName: scope.client.name, segmentId, run });
  const [companies, contacts] = await Promise.all([
    scope.warehouse.rows(statement, changeRow, { lane: 'people', signal: scope.request.signal }),
    readPeopleChanges(scope, segmentId),
  ]);
  const days = daysFrom(firstComputedAt, new Date());
  const companiesBy = runningTotals(companies);
  const contactsBy = runningTotals(contacts);
  return { days: days.map((day) => ({ day, companies: companiesBy(day), contacts: contactsBy(day) })) };
};

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Every day up to the last one, at most a year. */
function daysFrom(first: Date, last: Date): string[] {
  const end = Date.parse(dayOf(last));
  const start = Math.max(Date.parse(dayOf(first)), end - (MAX_DAYS - 1) * DAY_MS);
  return Array.from({ length: Math.floor((end - start) / DAY_MS) + 1 }, (_each, at) =>
    dayOf(new Date(start + at * DAY_MS)),
  );
}

/** The sum of all changes up to a day; for days in ascending order. */
function runningTotals(changes: readonly Change[]): (day: string) => number {
  let next = 0;
  let total = 0;
  return (day) => {
    for (let change = changes[next]; change !== undefined && change.day <= day; change = changes[next]) {
      total += change.change;
      next += 1;
    }
    return total;
  };
}

/** By how many different people the segment grew on each day. Inclusions of one person that overlap count once. */
async function readPeopleChanges(scope: ClientScope, segmentId: string): Promise<Change[]> {
  const { rows } = await scope.read((tx) =>
    tx.execute(sql`
      with inclusions as (
        select contact_id, included_at, coalesce(removed_at, 'infinity') as until,
          max(coalesce(removed_at, 'infinity')) over (
            partition by contact_id order by included_at, id
            rows between unbounded preceding and 1 preceding) as included_until
        from ${segmentContacts}
        where client_id = ${scope.client.id} and segment_id = ${segmentId} and included_at is not null
      ), spans as (
        select contact_id, included_at, until,
          count(*) filter (where included_until is null or included_until < included_at)
            over (partition by contact_id order by included_at, until) as span
        from inclusions
      ), whole as (
        select min(included_at) as since, max(until) as until from spans group by contact_id, span
      ), changes as (
        select since as at, 1 as change from whole
        union all
        select until as at, -1 as change from whole where until < 'infinity'
      )
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(change)::int as change
      from changes group by 1 order by 1`),
  );
  return z.array(changeRow).parse(rows);
}
