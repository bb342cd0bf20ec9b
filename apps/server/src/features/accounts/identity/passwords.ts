import { hash, verify } from '@node-rs/argon2';

// argon2id is the library's default; memory and passes follow the OWASP password storage cheat sheet.
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Returns the argon2id hash as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let placeholder: Promise<string> | null = null;

/** Without a hash, takes as long by checking a placeholder, so that timing does not reveal which users exist. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  placeholder ??= hashPassword('nobody has this password');
  await verify(await placeholder, password);
  return false;
}
