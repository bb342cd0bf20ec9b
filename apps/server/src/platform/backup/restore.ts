import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { makeDataFolder, RESTORE_FOLDER } from '#server/platform/data-folder.ts';
import { MANIFEST, type OnProgress, SEALED_SECRETS } from './backup.ts';
import { asBackupError, BackupError } from './backup-error.ts';
import { differences, sha256Of } from './manifest.ts';
import { openSeal, type Seal, type SecretFiles } from './seal.ts';
import { startTar } from './tar.ts';
import { readTrailer, type Trailer } from './trailer.ts';

/** Created by the file system if the data folder is a mount point. */
const NOT_OURS = new Set(['lost+found']);
/** A message names so many damaged files. */
const NAMED = 3;

async function trailerOf(path: string): Promise<{ trailer: Trailer; length: number }> {
  const found = await readTrailer(path);
  if (found === null) {
    throw new BackupError(
      `${path} does not end with the checksum of a Quarry backup: it is cut short, or something else. Use another backup.`,
    );
  }
  return found;
}

/** The seal of a backup with secrets; null if they are left out. */
async function sealOf(path: string, trailer: Trailer, options: RestoreOptions): Promise<Seal | null> {
  if (options.isWithoutSecrets) return null;
  if (trailer.seal === null) {
    if (options.passphrase === null) return null;
    throw new BackupError(
      `${path} was made without secrets, so QUARRY_BACKUP_PASSPHRASE cannot open it. To restore it, add --without-secrets.`,
    );
  }
  if (options.passphrase === null) {
    throw new BackupError(
      `The secrets in ${path} are encrypted. Set QUARRY_BACKUP_PASSPHRASE to its passphrase, or add --without-secrets to restore without them.`,
    );
  }
  return openSeal(options.passphrase, trailer.seal.salt);
}

/** Names the damaged files of an unpacked backup; empty if all are sound. */
async function findDamage(folder: string, trailer: Trailer, onBytes: (bytes: number) => void): Promise<string[]> {
  const manifest = join(folder, MANIFEST);
  if (!existsSync(manifest)) return [`${MANIFEST} is missing`];
  if ((await sha256Of(manifest)) !== trailer.manifestSha256) return [`${MANIFEST} has other content`];
  const labels = dirname(MANIFEST);
  const found: string[] = [];
  for await (const difference of differences(folder, manifest, onBytes)) {
    if (!difference.startsWith(labels)) found.push(difference);
  }
  return found;
}

function damaged(path: string, damage: readonly string[]): BackupError {
  const more = damage.length > NAMED ? `, and ${damage.length - NAMED} more` : '';
  return new BackupError(
    `${path} is damaged, so nothing was restored: ${damage.slice(0, NAMED).join(', ')}${more}. Use another backup.`,
  );
}

/** Unpacks the backup into `incoming` and verifies every file. */
async function unpack(path: string, incoming: string, options: RestoreOptions): Promise<SecretFiles> {
  const { trailer, length } = await trailerOf(path);
  const seal = await sealOf(path, trailer, options);
  let done = 0;
  const show = (bytes: number) => {
    done += bytes;
    // Every byte is read twice: in the backup and once unpacked.
    options.onProgress?.(done / length / 2, 'verified');
  };
  const isIntact = (await sha256Of(path, show, length)) === trailer.sha256;
  if (isIntact && seal !== null && trailer.seal !== null && !seal.isSigned(trailer, trailer.seal.hmac)) {
    throw new BackupError(
      `QUARRY_BACKUP_PASSPHRASE is not the passphrase of ${path}, or somebody without it has changed the backup.`,
    );
  }
  const { ended } = startTar(['--numeric-owner', '-C', incoming, '-xpf', path]);
  const failure = await ended.then(
    () => null,
    (error: unknown) => error,
  );
  const damage = await findDamage(incoming, trailer, show);
  if (damage.length > 0) throw damaged(path, damage);
  if (failure !== null) throw failure;
  if (!isIntact) throw damaged(path, ['the tar file differs outside the content of its files']);
  const secrets = seal === null ? {} : seal.decrypt(readFileSync(join(incoming, SEALED_SECRETS), 'utf8'));
  if (secrets === null) throw damaged(path, [`${SEALED_SECRETS} has other content`]);
  return secrets;
}

export interface RestoreOptions {
  readonly passphrase: string | null;
  /** Leaves the secrets of a backup where they are. */
  readonly isWithoutSecrets: boolean;
  readonly onProgress?: OnProgress;
}

/**
 * Restores a backup into an empty or missing data folder, once every file has proved to be what was backed up. Nothing
 * else can open the folder until the restore is complete; an interrupted one starts over when repeated. Throws
 * `BackupError`.
 */
export async function restore(
  config: Config,
  source: string,
  options: RestoreOptions,
): Promise<{ readonly hasSecretKey: boolean; readonly hasPasswords: boolean }> {
  const path = resolve(source);
  if (!existsSync(path)) throw new BackupError(`There is no backup at ${path}.`);
  const { dataDir } = config;
  makeDataFolder(dataDir);
  const existing = readdirSync(dataDir).filter((name) => !NOT_OURS.has(name));
  if (existing.length > 0 && !existing.includes(RESTORE_FOLDER)) {
    throw new BackupError(
      `The data folder ${dataDir} is not empty. Move it away first, or choose another with QUARRY_DATA_DIR.`,
    );
  }
  const incoming = join(dataDir, RESTORE_FOLDER);
  const clear = () => {
    // Removed last: it marks the folder as incomplete.
    for (const name of readdirSync(dataDir)) {
      if (name !== RESTORE_FOLDER && !NOT_OURS.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
    }
    rmSync(incoming, { recursive: true, force: true });
  };
  clear();
  mkdirSync(incoming, { mode: 0o700 });
  try {
    const secrets = await unpack(path, incoming, options);
    rmSync(join(incoming, dirname(MANIFEST)), { recursive: true });
    for (const [name, text] of Object.entries(secrets)) {
      writeFileSync(join(incoming, name), text, { mode: 0o600, flag: 'wx' });
    }
    for (const name of readdirSync(incoming)) renameSync(join(incoming, name), join(dataDir, name));
    rmdirSync(incoming);
    return { hasSecretKey: 'secret.key' in secrets, hasPasswords: 'postgres/passwords.json' in secrets };
  } catch (error) {
    clear();
    throw asBackupError(error, `${path} cannot be restored`);
  }
}
