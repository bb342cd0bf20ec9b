import type { CallOf, MarketPreviewResult, OutputOf, readMarketPreview, startMarketPreview } from '@quarry/contracts';
import { ApiError } from '../../../lib/api-error.ts';

/** The pause between two questions for a preview's state. */
const POLL_MS = 1_000;
/** The first question comes sooner: many previews are quick. */
const FIRST_POLL_MS = 300;
/** How often a preview's state is asked for before giving up. */
export const PREVIEW_ATTEMPTS = 300;
/** Questions in a row that may find no server, e.g. while it restarts. */
const MISSES_ALLOWED = 5;

/** How often an account whose other previews are still ending is asked again, and after how long. */
const START_ATTEMPTS = 5;
const START_AGAIN_MS = 2_000;

/** What a preview is made from. */
export type PreviewRequest = CallOf<typeof startMarketPreview>;

/** How a preview reaches the server. */
export interface PreviewTransport {
  /** Answers the token. */
  readonly start: (request: PreviewRequest) => Promise<string>;
  readonly read: (token: string, signal: AbortSignal) => Promise<OutputOf<typeof readMarketPreview>>;
  /** Tells the server, also while the page goes away; never throws. */
  readonly abort: (token: string) => void;
  /** Rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The error code of a preview that ended badly on the server. */
export const PREVIEW_FAILED = 'PREVIEW_FAILED';
/** The error code of a preview that was not done when asking ended. */
export const PREVIEW_TIMED_OUT = 'PREVIEW_TIMED_OUT';

function timedOut(): ApiError {
  const message = 'Counting took too long. Fewer or narrower conditions help; so may trying again.';
  return new ApiError(200, PREVIEW_TIMED_OUT, message);
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);
}

/**
 * Starts a preview and asks for its state every second until it ends. Throws ApiError (PREVIEW_FAILED,
 * PREVIEW_TIMED_OUT, or what the server answered) and the signal's reason. Whoever stops waiting, aborts on the server.
 */
export async function pollPreview(
  request: PreviewRequest,
  transport: PreviewTransport,
  options: { readonly signal: AbortSignal; readonly onProgress?: (progress: number | null) => void },
): Promise<MarketPreviewResult> {
  const { signal } = options;
  const token = await start(request, transport, signal);
  const abort = () => transport.abort(token);
  if (signal.aborted) abort();
  signal.throwIfAborted();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await readUntilDone(token, transport, options);
  } catch (error) {
    if (!signal.aborted && error instanceof ApiError && error.errorCode !== PREVIEW_FAILED) abort();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Not cut off by the signal: a preview whose token never arrives could not be aborted. */
async function start(request: PreviewRequest, transport: PreviewTransport, signal: AbortSignal): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transport.start(request);
    } catch (error) {
      const isCrowded = error instanceof ApiError && error.status === 429;
      if (!isCrowded || attempt === START_ATTEMPTS) throw error;
    }
    await transport.wait(START_AGAIN_MS, signal);
  }
}

async function readUntilDone(
  token: string,
  transport: PreviewTransport,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress?: (progress: number | null) => void },
): Promise<MarketPreviewResult> {
  let misses = 0;
  for (let attempt = 0; attempt < PREVIEW_ATTEMPTS; attempt += 1) {
    await transport.wait(attempt === 0 ? FIRST_POLL_MS : POLL_MS, signal);
    try {
      const answer = await transport.read(token, signal);
      misses = 0;
      if (answer.status === 'SUCCEEDED' && answer.output) return answer.output.result;
      if (answer.status === 'TIMED_OUT') throw timedOut();
      if (answer.status !== 'RUNNING') {
        throw new ApiError(200, PREVIEW_FAILED, answer.error ?? 'The server ended it before it was done.');
      }
      onProgress?.(answer.progress);
    } catch (error) {
      misses += 1;
      if (!isPassing(error) || misses > MISSES_ALLOWED) throw error;
    }
  }
  throw timedOut();
}
