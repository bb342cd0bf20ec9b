import { AppError } from '@quarry/contracts';
import { brokenConstraint } from '@quarry/postgres';

/** Runs a statement that sets a tag's name. Throws NAME_TAKEN, which aborts the transaction. */
export async function withUniqueName<T>(name: string, write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (brokenConstraint(error) !== 'tags_name_is_unique') throw error;
    throw new AppError('NAME_TAKEN', 'Tag name must be unique', { name });
  }
}
