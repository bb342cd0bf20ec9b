import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeLiteral } from 'pg';
import type { Binaries } from './binaries.ts';
import type { ServerFolder } from './folder.ts';

const FILE = 'passwords.json';

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
  throw new Error(`${path} does not contain the database passwords. Remove it, and the database gets new ones.`);
}

/** Reads the password file; null if it is missing. */
export function readPasswords(folder: string): Passwords | null {
  const path = join(folder, FILE);
  return existsSync(path) ? parse(readFileSync(path, 'utf8'), path) : null;
}

export function generatePasswords(): Passwords {
  return { superuser: randomBytes(24).toString('base64url'), application: randomBytes(24).toString('base64url') };
}

/** Writes the password file (mode 600). */
export function storePasswords(folder: string, passwords: Passwords): void {
  const path = join(folder, FILE);
  writeFileSync(`${path}.new`, JSON.stringify(passwords), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

/**
 * Gives the roles of a stopped database new passwords, in PostgreSQL's single-user mode: the password file is left out
 * of backups without secrets.
 */
export function resetPasswords(folder: ServerFolder, binaries: Binaries, passwords: Passwords): void {
  const superuser = escapeLiteral(passwords.superuser);
  const application = escapeLiteral(passwords.application);
  // In this mode, each line is a statement.
  const statements = [
    `alter role postgres password ${superuser}`,
    `do $$ begin if exists (select from pg_roles where rolname = 'quarry') then alter role quarry password ${application}; end if; end $$`,
  ];
  const result = spawnSync(binaries.postgres, ['--single', '-D', folder.cluster, 'postgres'], {
    ...folder.account.ids,
    cwd: '/',
    encoding: 'utf8',
    input: `${statements.join('\n')}\n`,
    env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', LC_ALL: 'C' },
  });
  if (result.error !== undefined) throw result.error;
  // Failed statements don't change the exit code.
  if (result.status !== 0 || /ERROR:|FATAL:|PANIC:/.test(result.stderr)) {
    const output = result.stderr.replaceAll(superuser, '…').replaceAll(application, '…').trim();
    throw new Error(`Cannot give the database in ${folder.path} new passwords: ${output}`);
  }
}
