import { beginCompanyFile, deleteCompanyFile, MAX_PIECE_BYTES, sendCompanyFilePiece } from '@quarry/contracts';
import { ApiError, call } from '../../lib/api.ts';
import { pause } from '../../lib/pause.ts';

const TRIES = 4;
const PAUSE_MS = 1_000;

/** Uploads a file piece by piece and returns its id. A file that does not arrive whole is deleted. Throws ApiError. */
export async function uploadFile(
  source: File,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
): Promise<string> {
  const { file } = await call(beginCompanyFile, { name: source.name, bytes: source.size }, { signal });
  const fileId = file.id;
  try {
    for (let piece = 0, at = 0; at < source.size; piece += 1, at += MAX_PIECE_BYTES) {
      const bytes = new Uint8Array(await source.slice(at, at + MAX_PIECE_BYTES).arrayBuffer());
      await sendPatiently({ fileId, piece, bytes }, signal);
      onProgress(Math.min(1, (at + bytes.byteLength) / source.size));
    }
    return fileId;
  } catch (error) {
    // What arrived goes at once if it can; otherwise the server deletes it within days.
    await call(deleteCompanyFile, { fileId }).catch(() => undefined);
    throw error;
  }
}

/** A connection may fail for a moment: sending a piece again changes nothing. */
async function sendPatiently(
  input: { readonly fileId: string; readonly piece: number; readonly bytes: Uint8Array<ArrayBuffer> },
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await call(sendCompanyFilePiece, input, { signal });
      return;
    } catch (error) {
      const mayPass = error instanceof ApiError && (error.status === 0 || error.status >= 502);
      if (!mayPass || attempt === TRIES || signal.aborted) throw error;
      await pause(PAUSE_MS * attempt);
    }
  }
}
