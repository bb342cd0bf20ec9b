import type { CallOf, MarketPreviewResult, OutputOf, readMarketPreview, startMarketPreview } from '@quarry/contracts';
import { ApiError } from '../../../lib/api-error.ts';

const POLL_MS = 1_000;
/** The first poll comes sooner because many previews are quick. */
const FIRST_POLL_MS = 300;
export const MAX_POLLS = 300;
/** Failed polls in a row that are tolerated, e.g. while the server restarts. */
const MAX_MISSES = 5;

// A start is refused while the account's earlier previews are still ending.
const START_ATTEMPTS = 5;
const START_RETRY_MS = 2_000;

export type PreviewRequest = CallOf<typeof startMarketPreview>;

/** The calls to the server that a preview needs. */
export interface PreviewTransport {
  /** Returns the token. */
  readonly start: (request: PreviewRequest) => Promise<string>;
  readonly read: (token: string, signal: AbortSignal) => Promise<OutputOf<typeof readMarketPreview>>;
  /** Tells the server to stop, even while the page unloads; never throws. */
  readonly abort: (token: string) => void;
  /** Rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const PREVIEW_FAILED = 'PREVIEW_FAILED';
export const PREVIEW_TIMED_OUT = 'PREVIEW_TIMED_OUT';

function timedOut(): ApiError {
  const message = 'Counting took too long. Use fewer or narrower conditions, or try again.';
  return new ApiError(200, PREVIEW_TIMED_OUT, message);
}

function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);
}

/**
 * Starts a preview and polls it every second until it ends; giving up or aborting the signal also aborts it on the
 * server. Throws ApiError (PREVIEW_FAILED, PREVIEW_TIMED_OUT or the server's own code) or the signal's reason.
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

/** Runs without the signal: a preview whose token never arrives could not be aborted. */
async function start(request: PreviewRequest, transport: PreviewTransport, signal: AbortSignal): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transport.start(request);
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 429;
      if (!isBusy || attempt === START_ATTEMPTS) throw error;
    }
    await transport.wait(START_RETRY_MS, signal);
  }
}

async function readUntilDone(
  token: string,
  transport: PreviewTransport,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress?: (progress: number | null) => void },
): Promise<MarketPreviewResult> {
  let misses = 0;
  for (let attempt = 0; attempt < MAX_POLLS; attempt += 1) {
    await transport.wait(attempt === 0 ? FIRST_POLL_MS : POLL_MS, signal);
    try {
      const answer = await transport.read(token, signal);
      misses = 0;
      if (answer.status === 'SUCCEEDED' && answer.output) return answer.output.result;
      if (answer.status === 'TIMED_OUT') throw timedOut();
      if (answer.status !== 'RUNNING') {
        throw new ApiError(200, PREVIEW_FAILED, answer.error ?? 'The server stopped the preview before it finished.');
      }
      onProgress?.(answer.progress);
    } catch (error) {
      misses += 1;
      if (!isTransient(error) || misses > MAX_MISSES) throw error;
    }
  }
  throw timedOut();
}
