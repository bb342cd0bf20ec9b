import { Readable } from 'node:stream';
import { toWarehouseError, WarehouseError } from './errors.ts';

/**
 * A byte stream over a generator that is asked for the next chunk only when the reader wants one. Unlike
 * `Readable.from`, destroying it signals the generator at once, even while that waits for the engine.
 */
export function byteStream(start: (signal: AbortSignal) => AsyncGenerator<Uint8Array>, outer: AbortSignal): Readable {
  const controller = new AbortController();
  const chunks = start(controller.signal);
  const onAbort = (): void => void readable.destroy(new WarehouseError('aborted'));
  const readable = new Readable({
    read() {
      chunks.next().then(
        (next) =>
          this.push(
            next.done === true ? null : Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength),
          ),
        (error: unknown) => this.destroy(toWarehouseError(error)),
      );
    },
    destroy(error, callback) {
      outer.removeEventListener('abort', onAbort);
      controller.abort();
      // Runs the generator's own clean-up; what it throws now is the abort, which the reader knows of already.
      chunks.return(undefined).catch(() => undefined);
      callback(error);
    },
  });
  outer.addEventListener('abort', onAbort, { once: true });
  if (outer.aborted) onAbort();
  return readable;
}

/** A signal that follows both. */
export function eitherSignal(first: AbortSignal, second: AbortSignal | undefined): AbortSignal {
  return second === undefined ? first : AbortSignal.any([first, second]);
}
