import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ImportError } from './import-error.ts';
import type { ReadOptions, ReadProgress } from './read-companies.ts';
import type { RowBatch } from './row-batch.ts';

export interface BatchQuestion extends ReadOptions {
  /** Rows per batch. */
  batchSize: number;
}

/** The next batch, null after the last, or why the file cannot be read any further. */
export type ThreadAnswer = { progress: ReadProgress } & ({ batch: RowBatch | null } | { failure: string });

/**
 * Reads a file on a worker thread, one batch ahead. `onProgress` is called before each batch and at the end.
 * @throws ImportError if the file cannot be read.
 */
export async function* readBatches(
  options: BatchQuestion,
  onProgress: (progress: ReadProgress) => void,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch> {
  const thread = new Worker(new URL('./read-thread.ts', import.meta.url), { workerData: options });
  const ask = async (): Promise<ThreadAnswer> => {
    thread.postMessage('next');
    const [answer] = await once(thread, 'message', { signal });
    return answer;
  };
  try {
    let asked = ask();
    for (;;) {
      const answer = await asked;
      onProgress(answer.progress);
      if ('failure' in answer) throw new ImportError(answer.failure);
      if (answer.batch === null) return;
      asked = ask();
      // Awaited when the batch is imported; until then nobody would see it fail.
      asked.catch(() => {});
      yield answer.batch;
    }
  } finally {
    await thread.terminate();
  }
}
