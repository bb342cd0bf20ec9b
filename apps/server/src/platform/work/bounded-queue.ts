import { AppError } from '@quarry/contracts';

/**
 * Returns a function that runs tasks, at most `parallel` at a time and in order. It throws TOO_MANY_REQUESTS while
 * `waiting` tasks wait.
 */
export function boundedQueue({ parallel, waiting }: { readonly parallel: number; readonly waiting: number }) {
  let running = 0;
  const pending: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < parallel) {
      running += 1;
    } else {
      if (pending.length >= waiting) {
        throw new AppError('TOO_MANY_REQUESTS', 'The server is busy. Please try again in a moment.', {
          retryAfterSeconds: 2,
        });
      }
      await new Promise<void>((resolve) => pending.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = pending.shift();
      if (next === undefined) running -= 1;
      // The next task takes over this one's place.
      else next();
    }
  };
}
