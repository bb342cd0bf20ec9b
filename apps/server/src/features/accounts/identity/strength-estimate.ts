import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { boundedQueue } from '#server/platform/work/bounded-queue.ts';

/** A password, and words of its owner that make it easy to guess. */
export interface StrengthQuestion {
  readonly password: string;
  readonly ownWords: readonly string[];
}

const strengthEstimate = z.object({ score: z.number(), reasons: z.array(z.string()) });

/** 0 (guessed at once) to 4, and the reasons for a low score. */
export type StrengthEstimate = z.infer<typeof strengthEstimate>;

const START_LIMIT_MS = 30_000;
const TIME_LIMIT_MS = 2_000;

let starting: Promise<Worker> | null = null;

async function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./strength-worker.ts', import.meta.url));
  // It keeps no process alive.
  worker.unref();
  await once(worker, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) });
  return worker;
}

async function ask(question: StrengthQuestion, timeLimitMs: number): Promise<StrengthEstimate | null> {
  let worker: Worker | null = null;
  try {
    worker = await (starting ??= startWorker());
    worker.postMessage(question);
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(timeLimitMs) });
    return strengthEstimate.parse(answer);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) {
      process.emitWarning(`The thread that estimates passwords failed: ${String(error)}`);
    }
    // Too slow, or dead: the next question gets a new thread.
    starting = null;
    await worker?.terminate();
    return null;
  }
}

const inTurn = boundedQueue({ parallel: 1, waiting: 50 });

/**
 * Estimates a password's strength in a separate thread, because a crafted one can take most of a second. Returns null
 * if there is no answer in time, and throws TOO_MANY_REQUESTS if too many passwords wait.
 */
export function estimateStrength(
  question: StrengthQuestion,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<StrengthEstimate | null> {
  return inTurn(() => ask(question, timeLimitMs));
}
