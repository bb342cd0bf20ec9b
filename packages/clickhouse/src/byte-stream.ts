import { Readable } from 'node:stream';
import { toWarehouseError, WarehouseError } from './errors.ts';

/**
 * A byte stream that pulls chunks from a generator on demand. Unlike `Readable.from`, destroying it signals the
 * generator at once, even while the generator waits for the engine.
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
      // Runs the generator's clean-up. An error here is the abort itself, which the reader already knows about.
      chunks.return(undefined).catch(() => undefined);
      callback(error);
    },
  });
  outer.addEventListener('abort', onAbort, { once: true });
  if (outer.aborted) onAbort();
  return readable;
}

export function eitherSignal(first: AbortSignal, second: AbortSignal | undefined): AbortSignal {
  return second === undefined ? first : AbortSignal.any([first, second]);
}
