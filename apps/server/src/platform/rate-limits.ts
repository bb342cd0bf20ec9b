import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '@quarry/contracts';
import { type Database, eq, lt, sql, type Transaction } from '@quarry/postgres';
import { rateLimits } from '@quarry/postgres/tables/sign-in';

/** At most `max` attempts per subject and window. The counters are in PostgreSQL, shared by all processes. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** After `max` attempts in a row, allows one every `windowSeconds / max` seconds. */
  readonly isPaced?: true;
}

/** An attempt of a subject under a limit. */
export interface Attempt {
  readonly limit: Limit;
  readonly subject: string;
}

// Subjects are hashed, so the table stores no personal addresses.
const keyOf = (limit: Limit, subject: string): string =>
  `${limit.name}:${createHash('sha256').update(subject).digest('base64url')}`;

const windowEnded = (limit: Limit) =>
  sql`${rateLimits.windowStart} <= now() - make_interval(secs => ${limit.windowSeconds})`;

/** The network that an address is counted by: IPv6 callers own a whole /64. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const start = groups(head);
  const end = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const all = [...start, ...Array.from({ length: zeros }, () => '0'), ...end];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Counts in a window that begins with the first attempt. Returns how long to wait above the limit, else null. */
async function countInWindow(tx: Transaction, { limit, subject }: Attempt): Promise<number | null> {
  const [row] = await tx
    .insert(rateLimits)
    .values({ key: keyOf(limit, subject), windowStart: sql`now()`, count: 1 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${windowEnded(limit)} then 1 else ${rateLimits.count} + 1 end`,
        windowStart: sql`case when ${windowEnded(limit)} then now() else ${rateLimits.windowStart} end`,
      },
    })
    .returning({
      count: rateLimits.count,
      elapsedSeconds: sql<number>`extract(epoch from now() - ${rateLimits.windowStart})::float8`,
    });
  if (row === undefined) throw new Error('The attempt was not counted');
  return row.count <= limit.max ? null : limit.windowSeconds - row.elapsedSeconds;
}

const paceOf = ({ max, windowSeconds }: Limit) => sql`make_interval(secs => ${windowSeconds / max})`;

/**
 * Counts as a leaky bucket, whose row holds the time at which it will be empty (GCRA). A refused attempt changes nothing.
 */
async function countInBucket(tx: Transaction, { limit, subject }: Attempt): Promise<number | null> {
  const key = keyOf(limit, subject);
  // Not `now()`, which can be earlier than the count of a parallel attempt that this one waited for.
  const clock = sql`clock_timestamp()`;
  const emptyAt = sql`greatest(${rateLimits.windowStart}, ${clock}) + ${paceOf(limit)}`;
  const isFull = sql`${emptyAt} > ${clock} + make_interval(secs => ${limit.windowSeconds})`;
  const counted = await tx
    .insert(rateLimits)
    .values({ key, windowStart: sql`${clock} + ${paceOf(limit)}`, count: 1 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { windowStart: emptyAt, count: sql`${rateLimits.count} + 1` },
      setWhere: sql`not (${isFull})`,
    })
    .returning({ key: rateLimits.key });
  if (counted.length > 0) return null;
  const [row] = await tx
    .select({ seconds: sql<number>`extract(epoch from ${emptyAt} - ${clock})::float8 - ${limit.windowSeconds}` })
    .from(rateLimits)
    .where(eq(rateLimits.key, key));
  return row?.seconds ?? limit.windowSeconds / limit.max;
}

/** Counts up to the first limit that is exceeded. Returns how long to wait for that one, else null. */
async function secondsToWait(db: Database, attempts: readonly Attempt[]): Promise<number | null> {
  return db.asSystem(async (tx) => {
    // Occasionally delete old windows.
    if (Math.random() < 0.01)
      await tx.delete(rateLimits).where(lt(rateLimits.windowStart, sql`now() - interval '1 day'`));
    for (const attempt of attempts) {
      const { isPaced, windowSeconds } = attempt.limit;
      const seconds = await (isPaced ? countInBucket : countInWindow)(tx, attempt);
      if (seconds !== null) return Math.min(windowSeconds, Math.max(1, Math.ceil(seconds)));
    }
    return null;
  });
}

/**
 * Counts an attempt under several limits, up to the first that is exceeded. Throws TOO_MANY_REQUESTS with
 * `retryAfterSeconds` then.
 */
export async function countAttempts(db: Database, attempts: readonly Attempt[]): Promise<void> {
  const retryAfterSeconds = await secondsToWait(db, attempts);
  if (retryAfterSeconds === null) return;
  throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please wait a while and try again.', {
    retryAfterSeconds,
  });
}

/** Counts an attempt. Returns false above the limit. */
export async function isWithin(db: Database, limit: Limit, subject: string): Promise<boolean> {
  return (await secondsToWait(db, [{ limit, subject }])) === null;
}

/** Counts an attempt. Throws TOO_MANY_REQUESTS with `retryAfterSeconds` above the limit. */
export function countAttempt(db: Database, limit: Limit, subject: string): Promise<void> {
  return countAttempts(db, [{ limit, subject }]);
}

/** Uncounts attempts that succeeded. */
export async function forgiveAttempts(db: Database, attempts: readonly Attempt[]): Promise<void> {
  await db.asSystem(async (tx) => {
    for (const { limit, subject } of attempts) {
      await tx
        .update(rateLimits)
        .set({
          count: sql`greatest(${rateLimits.count} - 1, 0)`,
          ...(limit.isPaced ? { windowStart: sql`${rateLimits.windowStart} - ${paceOf(limit)}` } : {}),
        })
        .where(eq(rateLimits.key, keyOf(limit, subject)));
    }
  });
}

/** Resets the subject's counter. */
export async function forgetAttempts(db: Database, { limit, subject }: Attempt): Promise<void> {
  await db.asSystem((tx) => tx.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, subject))));
}
