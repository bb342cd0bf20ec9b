import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The generated passwords of the two roles. */
export interface Passwords {
  /** Password of `postgres`, used for set-up. */
  readonly superuser: string;
  /** Password of `quarry`, the application's role. */
  readonly application: string;
}

function parse(text: string, path: string): Passwords {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && 'superuser' in value && 'application' in value) {
    const { superuser, application } = value;
    if (typeof superuser === 'string' && typeof application === 'string') return { superuser, application };
  }
  throw new Error(`${path} does not contain the database passwords. Restore it from a backup.`);
}

/** Reads the password file (mode 600), or creates it if there is no database yet. */
export function readPasswords(folder: string, hasDatabase: boolean): Passwords {
  const path = join(folder, 'passwords.json');
  if (existsSync(path)) return parse(readFileSync(path, 'utf8'), path);
  if (hasDatabase)
    throw new Error(`${path} is missing, so the database beside it cannot be opened. Restore it from a backup.`);
  const passwords: Passwords = {
    superuser: randomBytes(24).toString('base64url'),
    application: randomBytes(24).toString('base64url'),
  };
  writeFileSync(`${path}.new`, JSON.stringify(passwords), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return passwords;
}
