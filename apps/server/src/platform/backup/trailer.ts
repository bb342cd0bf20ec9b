import { open } from 'node:fs/promises';
import { z } from 'zod';

/** The last block of a backup, behind the end of the tar file, where tar ignores it. */
const trailer = z.object({
  format: z.literal(2),
  /** Of every byte before the trailer. */
  sha256: z.string(),
  manifestSha256: z.string(),
  /** Null if the backup was made without secrets. */
  seal: z.object({ salt: z.string(), hmac: z.string() }).nullable(),
});
export type Trailer = z.infer<typeof trailer>;

const MAGIC = 'quarry-backup';
export const TRAILER_BYTES = 512;

/** Exactly `TRAILER_BYTES` long. */
export const renderTrailer = (value: Trailer): string => `${MAGIC} ${JSON.stringify(value)}`.padEnd(TRAILER_BYTES);

/** The trailer of a file and the length of what is before it. Null if the file has none. */
export async function readTrailer(path: string): Promise<{ trailer: Trailer; length: number } | null> {
  await using file = await open(path);
  const length = (await file.stat()).size - TRAILER_BYTES;
  if (length <= 0) return null;
  const { buffer } = await file.read({ buffer: Buffer.alloc(TRAILER_BYTES), position: length });
  const text = buffer.toString();
  if (!text.startsWith(MAGIC)) return null;
  try {
    return { trailer: trailer.parse(JSON.parse(text.slice(MAGIC.length))), length };
  } catch {
    return null;
  }
}
