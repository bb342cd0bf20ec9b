import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startEmbeddedPostgres } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { Config } from '#server/platform/config.ts';
import { type DataFolder, openDataFolder } from '#server/platform/data-folder.ts';
import { asBackupError, BackupError } from './backup-error.ts';
import { isLeftOut, listEntries, SECRET_FILES } from './content.ts';
import { sha256Of, writeManifest } from './manifest.ts';
import { newSalt, openSeal, type SecretFiles } from './seal.ts';
import { startTar } from './tar.ts';
import { renderTrailer } from './trailer.ts';

/** Called as a backup or restore proceeds; `fraction` is 0 to 1, or null if the total is not known yet. */
export type OnProgress = (fraction: number | null, text: string) => void;

/** The first members of a backup. */
export const MANIFEST = 'quarry-backup/manifest.jsonl';
export const SEALED_SECRETS = 'quarry-backup/secrets.json';

const inMebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

function refuseExternalStores(config: Config): void {
  const external = [
    ...(config.databaseUrl === null ? [] : ['PostgreSQL (DATABASE_URL): use pg_dump or your provider’s snapshots']),
    ...(config.clickhouse === null ? [] : ['ClickHouse (CLICKHOUSE_URL): use BACKUP … ON CLUSTER']),
    ...(config.s3 === null ? [] : ['files (S3_BUCKET): use the store’s versioning or replication']),
  ];
  if (external.length > 0) {
    throw new BackupError(
      `Some of Quarry's data is on external servers; back it up with their own tools: ${external.join('; ')}.`,
    );
  }
}

/** Starts and stops PostgreSQL once, so that the backup is already recovered from any crash. */
async function settleDatabase(folder: DataFolder, log: Logger): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder.postgresPath, log });
  await postgres.stop();
  if (!postgres.dataDir.startsWith(`${folder.path}${sep}`)) {
    throw new BackupError(
      `PostgreSQL keeps its data in ${postgres.dataDir}, because its user cannot enter ${folder.path}. Move the data folder to a path that other users can enter, or back up that folder as well.`,
    );
  }
}

function readSecretFiles(folder: DataFolder): SecretFiles {
  const found = SECRET_FILES.filter((path) => existsSync(join(folder.path, path)));
  return Object.fromEntries(found.map((path) => [path, readFileSync(join(folder.path, path), 'utf8')]));
}

/** Writes the tar file and its trailer to `target`, by way of the folder `labels`. */
async function write(
  folder: DataFolder,
  labels: string,
  target: string,
  passphrase: string | null,
  onProgress: OnProgress,
): Promise<void> {
  const salt = newSalt();
  const seal = passphrase === null ? null : await openSeal(passphrase, salt);
  const list = join(labels, 'list');
  mkdirSync(dirname(join(labels, MANIFEST)));
  let total = 0;
  const manifest = join(labels, MANIFEST);
  await writeManifest(folder.path, listEntries(folder.path, isLeftOut), { manifest, list }, (bytes) => {
    total += bytes;
    onProgress(null, `read ${inMebibytes(total)}`);
  });
  if (seal !== null) await writeFile(join(labels, SEALED_SECRETS), seal.encrypt(readSecretFiles(folder)));
  const own = [MANIFEST, ...(seal === null ? [] : [SEALED_SECRETS])];
  const from = ['-C', folder.path, '--null', '--no-recursion', '-T', list];
  const { output, ended } = startTar(['--numeric-owner', '-cf', '-', '-C', labels, ...own, ...from]);
  const hash = createHash('sha256');
  let written = 0;
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      written += chunk.length;
      onProgress(total === 0 ? null : written / total, `wrote ${inMebibytes(written)}`);
      yield chunk;
    }
  };
  await Promise.all([pipeline(output, hashed, createWriteStream(target, { mode: 0o600, flags: 'wx' })), ended]);
  const signed = { sha256: hash.digest('hex'), manifestSha256: await sha256Of(manifest) };
  const trailer = renderTrailer({
    format: 2,
    ...signed,
    seal: seal === null ? null : { salt, hmac: seal.sign(signed) },
  });
  await appendFile(target, trailer, { flush: true });
}

/**
 * Writes the data folder to one tar file with the checksum of each file. The server must be stopped, which the folder's
 * lock proves. The secrets go in encrypted under `passphrase`, or stay out if it is null. Throws `BackupError` or
 * `DataFolderInUseError`.
 */
export async function backup(
  config: Config,
  target: string,
  options: { readonly passphrase: string | null; readonly log: Logger; readonly onProgress?: OnProgress },
): Promise<{ path: string; bytes: number }> {
  refuseExternalStores(config);
  if (!existsSync(config.dataDir)) throw new BackupError(`There is no data folder at ${config.dataDir}.`);
  const path = resolve(target);
  if (existsSync(path)) throw new BackupError(`${path} already exists. Choose another file.`);
  if (path.startsWith(`${config.dataDir}${sep}`)) {
    throw new BackupError(`${path} is in the data folder itself. Choose a file elsewhere, best on another disk.`);
  }
  const folder = openDataFolder(config.dataDir);
  const part = `${path}.part`;
  const labels = mkdtempSync(join(folder.scratchPath, 'backup-'));
  try {
    await settleDatabase(folder, options.log);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(part, { force: true });
    await write(folder, labels, part, options.passphrase, options.onProgress ?? (() => undefined));
    renameSync(part, path);
    return { path, bytes: statSync(path).size };
  } catch (error) {
    throw asBackupError(error, 'The backup cannot be written');
  } finally {
    rmSync(part, { force: true });
    rmSync(labels, { recursive: true, force: true });
    folder.release();
  }
}
