/** Too many transactions of one account wait, or one has waited too long; a later attempt may succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** Transactions that hold or await a connection, limited per account. */
export interface Turns {
  /** Waits for a turn of `account`, in the order of the calls. Resolves to a function that ends the turn. */
  take(account: string): Promise<() => void>;
}

interface Account {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Creates the turns of accounts that each run at most `perAccount` transactions at a time. */
export function createTurns(perAccount: number, waitMs: number): Turns {
  const accounts = new Map<string, Account>();
  return {
    take: (name) =>
      new Promise((resolve, reject) => {
        const account = accounts.get(name) ?? { running: 0, waiting: new Set() };
        accounts.set(name, account);
        const end = (): void => {
          account.running -= 1;
          const [next] = account.waiting;
          if (next !== undefined) next();
          else if (account.running === 0) accounts.delete(name);
        };
        const begin = (): void => {
          clearTimeout(timer);
          account.waiting.delete(begin);
          account.running += 1;
          resolve(end);
        };
        const timer = setTimeout(() => {
          account.waiting.delete(begin);
          reject(new BusyError(`No turn within ${waitMs} ms`));
        }, waitMs);
        account.waiting.add(begin);
        if (account.running < perAccount) begin();
      }),
  };
}
