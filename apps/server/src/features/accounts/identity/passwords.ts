import { hash, verify } from '@node-rs/argon2';

// argon2id is the library's default; memory and passes follow the OWASP password storage cheat sheet.
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hashes a password with argon2id; the answer is a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let placeholder: Promise<string> | null = null;

/**
 * Whether the password belongs to the hash. Without a hash it computes as long against a placeholder, so that the time
 * of the answer does not tell whether a person exists.
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  placeholder ??= hashPassword('nobody has this password');
  await verify(await placeholder, password);
  return false;
}
