import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ImportError } from './import-error.ts';

/** Bytes from a file or an address. */
export interface Source {
  /** The last part of the path. */
  name: string;
  /** The path, where it is a file on this machine; Parquet is read in place. */
  path: string | null;
  /** Size as stored or announced, in bytes; null where unknown. */
  size: number | null;
  bytes: AsyncIterable<Uint8Array>;
}

/** A server that sends nothing for this long is given up. */
const STALL_MS = 60_000;

/**
 * Opens a file by its path or an http(s) address.
 * @throws ImportError where there is nothing to read.
 */
export async function openSource(location: string, signal?: AbortSignal): Promise<Source> {
  return /^https?:\/\//i.test(location) ? openAddress(location, signal) : openFile(location);
}

async function openFile(path: string): Promise<Source> {
  const found = await stat(path).catch((error: unknown) => {
    throw new ImportError(`The file ${path} can not be read: ${reasonOf(error)}.`);
  });
  if (!found.isFile()) throw new ImportError(`${path} is not a file.`);
  const name = path.split(/[/\\]/).at(-1) ?? path;
  return { name, path, size: found.size, bytes: fileBytes(path) };
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } catch (error) {
    throw new ImportError(`The file ${path} can not be read: ${reasonOf(error)}.`);
  }
}

async function openAddress(address: string, signal?: AbortSignal): Promise<Source> {
  const stalled = new AbortController();
  const either = signal === undefined ? stalled.signal : AbortSignal.any([signal, stalled.signal]);
  const watch = setTimeout(() => stalled.abort(), STALL_MS);
  const fail = (error: unknown): never => {
    clearTimeout(watch);
    const reason = stalled.signal.aborted ? `nothing came for ${STALL_MS / 1000} seconds` : reasonOf(error);
    throw new ImportError(`${address} can not be read: ${reason}.`);
  };
  const response = await fetch(address, { signal: either }).catch(fail);
  if (!response.ok || response.body === null) return fail(new Error(`the server answered ${response.status}`));
  const length = Number(response.headers.get('content-length') ?? '');
  // The announced length is that of the coded body.
  const size = length > 0 && response.headers.get('content-encoding') === null ? length : null;
  const { body } = response;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        watch.refresh();
        yield chunk;
        watch.refresh();
      }
    } catch (error) {
      fail(error);
    } finally {
      clearTimeout(watch);
    }
  }
  const name = new URL(response.url || address).pathname.split('/').findLast((part) => part !== '') ?? 'download';
  return { name, path: null, size, bytes: bytes() };
}

/** The message of whatever was thrown, with the cause that `fetch` hides. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause.message : '';
  return (inner === '' ? error.message : inner).replace(/\.$/, '');
}
