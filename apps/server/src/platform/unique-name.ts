import { AppError } from '@quarry/contracts';
import { brokenConstraint } from '@quarry/postgres';

/**
 * Returns a function that runs a statement which sets a name. It throws NAME_TAKEN with `message` if the constraint
 * refuses the name, which aborts the transaction.
 */
export function uniqueName(constraint: string, message: string) {
  return async <T>(name: string, write: PromiseLike<T>): Promise<T> => {
    try {
      return await write;
    } catch (error) {
      if (brokenConstraint(error) !== constraint) throw error;
      throw new AppError('NAME_TAKEN', message, { name });
    }
  };
}
