import { createHash, hash as hashOf } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, open, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type Entry, listEntries } from './content.ts';

/** A line of the manifest. */
const manifestEntry = z.discriminatedUnion('kind', [
  z.object({ path: z.string(), kind: z.literal('file'), sha256: z.string() }),
  z.object({ path: z.string(), kind: z.literal('link'), target: z.string() }),
  z.object({ path: z.string(), kind: z.literal('folder') }),
]);
type ManifestEntry = z.infer<typeof manifestEntry>;

const CHUNK_BYTES = 1024 * 1024;

/** SHA-256 of a file, or of its first `length` bytes. */
export async function sha256Of(path: string, onBytes?: (bytes: number) => void, length?: number): Promise<string> {
  // A stream takes a whole chunk of memory, and the stores have thousands of small files.
  if (length === undefined && (await stat(path)).size <= CHUNK_BYTES) {
    const content = await readFile(path);
    onBytes?.(content.length);
    return hashOf('sha256', content);
  }
  const hash = createHash('sha256');
  const options = { highWaterMark: CHUNK_BYTES, ...(length === undefined ? {} : { end: length - 1 }) };
  for await (const chunk of createReadStream(path, options)) {
    if (!(chunk instanceof Uint8Array)) continue;
    hash.update(chunk);
    onBytes?.(chunk.length);
  }
  return hash.digest('hex');
}

async function describe(root: string, { path, kind }: Entry, onBytes: (bytes: number) => void): Promise<ManifestEntry> {
  const full = join(root, path);
  switch (kind) {
    case 'file':
      return { path, kind, sha256: await sha256Of(full, onBytes) };
    case 'link':
      return { path, kind, target: await readlink(full) };
    case 'folder':
      return { path, kind };
  }
}

/** Writes the manifest of `entries`, and their paths, each ending with NUL, as tar reads them. */
export async function writeManifest(
  root: string,
  entries: AsyncIterable<Entry>,
  paths: { readonly manifest: string; readonly list: string },
  onBytes: (bytes: number) => void,
): Promise<void> {
  await using list = await open(paths.list, 'w');
  const lines = async function* () {
    for await (const entry of entries) {
      await list.write(`${entry.path}\0`);
      yield `${JSON.stringify(await describe(root, entry, onBytes))}\n`;
    }
  };
  await pipeline(lines, createWriteStream(paths.manifest));
}

async function differenceOf(
  root: string,
  expected: ManifestEntry,
  onBytes: (bytes: number) => void,
): Promise<string | null> {
  const found = await lstat(join(root, expected.path)).catch(() => null);
  if (found === null) return `${expected.path} is missing`;
  const kind = found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'file';
  if (kind !== expected.kind) return `${expected.path} is a ${kind}, not a ${expected.kind}`;
  const isSame =
    JSON.stringify(await describe(root, { path: expected.path, kind }, onBytes)) === JSON.stringify(expected);
  return isSame ? null : `${expected.path} has other content`;
}

/** Compares a folder with its manifest. Yields a phrase for each entry that is damaged, missing or added. */
export async function* differences(
  root: string,
  manifest: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  const known = new Set<string>();
  await using file = await open(manifest);
  for await (const line of file.readLines()) {
    const expected = manifestEntry.parse(JSON.parse(line));
    known.add(expected.path);
    const difference = await differenceOf(root, expected, onBytes);
    if (difference !== null) yield difference;
  }
  for await (const { path } of listEntries(root, () => false)) {
    if (!known.has(path)) yield `${path} was added`;
  }
}
