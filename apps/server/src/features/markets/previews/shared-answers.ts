import { AppError } from '@quarry/contracts';

/** Answers that several callers may wait for at once, and that are given again while they are fresh. */
export interface SharedAnswers<T> {
  /**
   * Gives the fresh answer under the key, waits with others for the one that is being worked out, or works it out. The
   * work goes on while somebody waits for it: a caller whose signal aborts leaves with REQUEST_ABORTED, and the last
   * one takes the work's own signal along. Failures are not kept.
   */
  ask(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Entry<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
  /** By `performance.now()`; null while it is being worked out. */
  answeredAt: number | null;
}

/** Keeps up to `mostKept` answers in this process, each for `freshForMs`; those not asked for longest leave first. */
export function createSharedAnswers<T>({
  freshForMs,
  mostKept,
}: {
  readonly freshForMs: number;
  readonly mostKept: number;
}): SharedAnswers<T> {
  const entries = new Map<string, Entry<T>>();

  const forget = (key: string, entry: Entry<T>): void => {
    if (entries.get(key) === entry) entries.delete(key);
  };

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Entry<T> {
    const controller = new AbortController();
    const entry: Entry<T> = {
      answer: Promise.resolve().then(() => work(controller.signal)),
      controller,
      waiting: 0,
      answeredAt: null,
    };
    entry.answer.then(
      () => {
        entry.answeredAt = performance.now();
        for (const [oldest, { answeredAt }] of entries) {
          if (entries.size <= mostKept) break;
          if (answeredAt !== null) entries.delete(oldest);
        }
      },
      () => forget(key, entry),
    );
    return entry;
  }

  function find(key: string): Entry<T> | undefined {
    const entry = entries.get(key);
    const isStale = entry?.answeredAt != null && performance.now() - entry.answeredAt > freshForMs;
    return isStale ? undefined : entry;
  }

  return {
    async ask(key, signal, work) {
      if (signal.aborted) throw gone();
      const entry = find(key) ?? begin(key, work);
      // Asked for last, so it is the last to leave.
      entries.delete(key);
      entries.set(key, entry);
      entry.waiting += 1;
      let leave: () => void = () => undefined;
      const left = new Promise<never>((_resolve, reject) => {
        leave = () => reject(gone());
        signal.addEventListener('abort', leave, { once: true });
      });
      try {
        return await Promise.race([entry.answer, left]);
      } finally {
        signal.removeEventListener('abort', leave);
        entry.waiting -= 1;
        if (entry.waiting === 0 && entry.answeredAt === null) {
          forget(key, entry);
          entry.controller.abort(gone());
        }
      }
    },
  };
}

const gone = () => new AppError('REQUEST_ABORTED', 'The request was cancelled.');
