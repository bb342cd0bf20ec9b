import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, type Database, eq, sql } from '@quarry/postgres';
import { crmCallLimits } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { JobPause } from '#server/platform/jobs/job-pause.ts';
import type { LimitNews, Vendor, VendorLimit, VendorRequest } from '../vendors/vendor.ts';

/** Part of each limit that is never used, because calls arrive closer together than they leave. */
const IN_HAND = 0.1;
/** Part of a limit that may leave at once after a silence; the rest is spread over the window. */
const BURST = 0.15;
/** Of what a refused call was about, this much is used from then on. */
const AFTER_REFUSAL = 0.8;
/** Share of the limit by which a lowered one rises in each window. */
const RISE = 0.1;
/** The rest of the day's allowance is left to the customer's other tools. */
const DAY_IN_HAND = 0.1;
/** How long a job waits before it asks whether there is some allowance again. */
const DAY_WAIT_MS = 3_600_000;
/** Few enough calls left in the window to wait for the next one. */
const NEARLY_USED = 0.05;

const DAY: Pick<VendorLimit, 'lane'> = { lane: 'day' };

/** Lets calls of one connected account leave within its limits, whoever makes them in whatever process. */
export interface CallLimits {
  /** Resolves when the call may leave. Throws `JobPause` while the day's allowance is spent. */
  take(request: Pick<VendorRequest, 'lane' | 'cost'>, signal: AbortSignal): Promise<void>;
  learn(news: LimitNews): Promise<void>;
  /** No call leaves before that time; the limit is lowered. Without a limit by time, resolves then. */
  slowDown(request: Pick<VendorRequest, 'lane'>, waitMs: number, signal: AbortSignal): Promise<void>;
  /** The day's allowance is spent. Throws `JobPause`. */
  endDay(until: Date): Promise<never>;
}

const place = z.object({ max: z.coerce.number(), waitMs: z.coerce.number() });

/** `accountKey` names the connected account across all accounts of this installation. */
export function openCallLimits(db: Database, vendor: Vendor, accountKey: string): CallLimits {
  const account = createHash('sha256').update(accountKey).digest('hex');
  const learnt = new Map<string, number>();
  const lanesOf = ({ lane }: Pick<VendorRequest, 'lane'>) =>
    vendor.limits.filter((limit) => limit.isForAll || limit.lane === lane);
  const rowOf = ({ lane }: Pick<VendorLimit, 'lane'>) =>
    and(eq(crmCallLimits.account, account), eq(crmCallLimits.lane, lane));
  const pauseOf = (until: Date) => new JobPause(until, `The daily allowance of ${vendor.label} is spent.`);

  async function blockDay(until: Date): Promise<void> {
    await db.asSystem((tx) =>
      tx
        .insert(crmCallLimits)
        .values({ account, ...DAY, max: 0, target: 0, busyUntil: until, blockedUntil: until })
        .onConflictDoUpdate({
          target: [crmCallLimits.account, crmCallLimits.lane],
          set: { busyUntil: until, blockedUntil: until },
        }),
    );
  }

  return {
    async take(request, signal) {
      const waitMs = await db.asSystem(async (tx) => {
        const [day] = await tx.select({ until: crmCallLimits.blockedUntil }).from(crmCallLimits).where(rowOf(DAY));
        if (day !== undefined && day.until.getTime() > Date.now()) throw pauseOf(day.until);
        let longest = 0;
        // In one order, so that two calls never wait for each other's rows.
        for (const limit of lanesOf(request).toSorted((a, b) => (a.lane < b.lane ? -1 : 1))) {
          const cost = limit.inTokens ? (request.cost ?? 1) : 1;
          if (cost === 0) continue;
          const { rows } = await tx.execute(takePlace(account, limit, cost));
          longest = Math.max(longest, place.parse(rows[0]).waitMs);
        }
        return longest;
      });
      if (waitMs > 0) await sleep(waitMs, undefined, { signal });
    },
    async learn({ lane, max, remaining, daily }) {
      const limit = vendor.limits.find((known) => known.lane === lane);
      if (limit !== undefined && max !== undefined && learnt.get(lane) !== max) {
        learnt.set(lane, max);
        await db.asSystem((tx) =>
          tx
            .update(crmCallLimits)
            // Drops at once and rises slowly.
            .set({ target: max, max: sql`least(${crmCallLimits.max}, ${max})` })
            .where(rowOf(limit)),
        );
      }
      const known = max ?? learnt.get(lane) ?? limit?.max;
      if (limit !== undefined && remaining !== undefined && known !== undefined && remaining <= known * NEARLY_USED) {
        await db.asSystem((tx) =>
          tx
            .update(crmCallLimits)
            .set({ blockedUntil: laterBy(limit.windowMs) })
            .where(rowOf(limit)),
        );
      }
      if (daily !== undefined && daily.remaining <= daily.max * DAY_IN_HAND) {
        await blockDay(new Date(Date.now() + DAY_WAIT_MS));
      }
    },
    async slowDown(request, waitMs, signal) {
      const lanes = lanesOf(request);
      if (lanes.length === 0) await sleep(waitMs, undefined, { signal });
      await db.asSystem(async (tx) => {
        for (const limit of lanes) {
          await tx
            .update(crmCallLimits)
            .set({
              blockedUntil: laterBy(waitMs),
              max: sql`greatest(1, floor(${crmCallLimits.max} * ${AFTER_REFUSAL}::float8)::int)`,
              changedAt: laterBy(waitMs),
            })
            .where(rowOf(limit));
        }
      });
    },
    async endDay(until) {
      await blockDay(until);
      throw pauseOf(until);
    },
  };
}

const laterBy = (ms: number) =>
  sql`greatest(${crmCallLimits.blockedUntil}, clock_timestamp() + ${ms}::float8 * interval '1 ms')`;

/**
 * Takes the next place in a lane. Places are `window / (usable - burst)` apart, and up to `burst` of them may be used at
 * once, so that no window of any start has more than the usable calls. The row outlives the process, so the calls of a
 * killed one still count.
 */
function takePlace(account: string, { lane, max, windowMs }: VendorLimit, cost: number) {
  const usable = sql`greatest(1, floor(l.max * ${1 - IN_HAND}::float8))`;
  const burst = sql`greatest(1, floor(${usable} * ${BURST}::float8))`;
  const interval = sql`(${windowMs}::float8 / greatest(1, ${usable} - ${burst}) * interval '1 ms')`;
  const insert = sql`
    insert into crm_call_limits as l (account, lane, max, target, busy_until)
    values (${account}, ${lane}, ${max}, ${max}, clock_timestamp())
    on conflict (account, lane) do update set
      max = case when l.max < l.target and l.changed_at + ${windowMs}::float8 * interval '1 ms' < clock_timestamp()
        then least(l.target, l.max + ceil(l.target * ${RISE}::float8)::int) else l.max end,
      changed_at = case when l.max < l.target and l.changed_at + ${windowMs}::float8 * interval '1 ms' < clock_timestamp()
        then clock_timestamp() else l.changed_at end,
      busy_until = greatest(l.busy_until, clock_timestamp(), l.blocked_until) + ${cost}::float8 * ${interval}
    returning l.max,
      ceil(extract(epoch from greatest(
        l.busy_until - ${cost}::float8 * ${interval} - (${burst} - 1) * ${interval} - clock_timestamp(),
        l.blocked_until - clock_timestamp(),
        interval '0'
      )) * 1000) as "waitMs"`;
  return insert;
}
