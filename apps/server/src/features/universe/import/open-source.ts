import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ImportError } from './import-error.ts';

/** The bytes of a file or an address. */
export interface Source {
  /** Null for an address; Parquet files are read in place. */
  path: string | null;
  /** In bytes; null if unknown. */
  size: number | null;
  bytes: AsyncIterable<Uint8Array>;
}

/** Time-out for a server that sends nothing. */
const STALL_MS = 60_000;

/** A path or an http(s) address, or those of the pieces of a file in order. */
export type Location = string | readonly string[];

/**
 * Opens a file.
 * @throws ImportError if it cannot be read.
 */
export async function openSource(location: Location, signal?: AbortSignal): Promise<Source> {
  const open = (each: string) => (isAddress(each) ? openAddress(each, signal) : openFile(each));
  if (typeof location === 'string') return open(location);
  const [only, ...others] = location;
  if (only !== undefined && others.length === 0) return open(only);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const each of location) yield* (await open(each)).bytes;
  }
  return { path: null, size: null, bytes: bytes() };
}

/** False for a path. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

async function openFile(path: string): Promise<Source> {
  const found = await stat(path).catch((error: unknown) => {
    throw new ImportError(`The file ${path} cannot be read: ${reasonOf(error)}.`);
  });
  if (!found.isFile()) throw new ImportError(`${path} is not a file.`);
  return { path, size: found.size, bytes: fileBytes(path) };
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } catch (error) {
    throw new ImportError(`The file ${path} cannot be read: ${reasonOf(error)}.`);
  }
}

async function openAddress(address: string, signal?: AbortSignal): Promise<Source> {
  const stalled = new AbortController();
  const either = signal === undefined ? stalled.signal : AbortSignal.any([signal, stalled.signal]);
  const timer = setTimeout(() => stalled.abort(), STALL_MS);
  const fail = (error: unknown): never => {
    clearTimeout(timer);
    const reason = stalled.signal.aborted ? `no data for ${STALL_MS / 1000} seconds` : reasonOf(error);
    throw new ImportError(`${address} cannot be read: ${reason}.`);
  };
  const response = await fetch(address, { signal: either }).catch(fail);
  if (!response.ok || response.body === null) return fail(new Error(`the server answered ${response.status}`));
  const length = Number(response.headers.get('content-length') ?? '');
  // With a content encoding, the length is that of the encoded body.
  const size = length > 0 && response.headers.get('content-encoding') === null ? length : null;
  const { body } = response;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        timer.refresh();
        yield chunk;
        timer.refresh();
      }
    } catch (error) {
      fail(error);
    } finally {
      clearTimeout(timer);
    }
  }
  return { path: null, size, bytes: bytes() };
}

/** The message of an error, or of its cause: `fetch` hides the reason there. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause.message : '';
  return (inner === '' ? error.message : inner).replace(/\.$/, '');
}
