import { parentPort, workerData } from 'node:worker_threads';
import { ImportError } from './import-error.ts';
import type { BatchQuestion, ThreadAnswer } from './read-batches.ts';
import { NOTHING_READ, readCompanies } from './read-companies.ts';
import { batchRows } from './row-batch.ts';

// The thread of `readBatches`: answers each message with the next batch.
const options: BatchQuestion = workerData;
const progress = { ...NOTHING_READ };
// The engine waits for the first batch.
const firstSize = Math.ceil(options.batchSize / 8);
const batches = batchRows(readCompanies(options, progress), options.batchSize, { firstSize });

async function next(): Promise<ThreadAnswer> {
  try {
    const { value, done } = await batches.next();
    return { progress, batch: done === true ? null : value };
  } catch (error) {
    if (error instanceof ImportError) return { progress, failure: error.message };
    throw error;
  }
}

function send(answer: ThreadAnswer): void {
  const moved = 'batch' in answer && answer.batch !== null ? answer.batch.companies.map(({ buffer }) => buffer) : [];
  parentPort?.postMessage(answer, moved);
}

// Anything but a problem with the file ends the thread, which `readBatches` notices.
parentPort?.on('message', () => void next().then(send));
