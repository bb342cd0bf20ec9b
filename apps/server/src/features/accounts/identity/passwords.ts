import { hash, verify } from '@node-rs/argon2';
import { boundedQueue } from '#server/platform/work/bounded-queue.ts';

// argon2id is the library's default; memory and passes follow the OWASP password storage cheat sheet.
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

// Each one takes 19 MB and a thread of libuv's pool, which files and name look-ups need too.
const inTurn = boundedQueue({ parallel: 2, waiting: 100 });

/** Returns the argon2id hash as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

let placeholder: Promise<string> | null = null;

/** Without a hash, checks a placeholder at the same cost, so that timing does not reveal which users exist. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const isCorrect = await inTurn(async () =>
    verify(passwordHash ?? (await (placeholder ??= hash('nobody has this password', COST))), password),
  );
  return isCorrect && passwordHash !== null;
}
