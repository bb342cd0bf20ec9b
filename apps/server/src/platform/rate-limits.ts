import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '@quarry/contracts';
import { type Database, eq, lt, sql } from '@quarry/postgres';
import { rateLimits } from '@quarry/postgres/tables/sign-in';

/** At most `max` attempts per subject and window. The counters are in PostgreSQL, shared by all processes. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
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

/** Counts an attempt. Throws TOO_MANY_REQUESTS with `retryAfterSeconds` above the limit. */
export async function countAttempt(db: Database, limit: Limit, subject: string): Promise<void> {
  const [row] = await db.asSystem(async (tx) => {
    // Occasionally delete old windows.
    if (Math.random() < 0.01)
      await tx.delete(rateLimits).where(lt(rateLimits.windowStart, sql`now() - interval '1 day'`));
    return tx
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
  });
  if (row === undefined) throw new Error('The attempt was not counted');
  if (row.count <= limit.max) return;
  const retryAfterSeconds = Math.min(
    limit.windowSeconds,
    Math.max(1, Math.ceil(limit.windowSeconds - row.elapsedSeconds)),
  );
  throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please wait a while and try again.', {
    retryAfterSeconds,
  });
}

/** Uncounts an attempt that succeeded. */
export async function forgiveAttempt(db: Database, limit: Limit, subject: string): Promise<void> {
  await db.asSystem((tx) =>
    tx
      .update(rateLimits)
      .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
      .where(eq(rateLimits.key, keyOf(limit, subject))),
  );
}

/** Resets the subject's counter. */
export async function forgetAttempts(db: Database, limit: Limit, subject: string): Promise<void> {
  await db.asSystem((tx) => tx.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, subject))));
}
