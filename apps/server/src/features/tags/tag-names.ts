import { AppError } from '@quarry/contracts';
import { brokenConstraint } from '@quarry/postgres';

/** Runs the statement that gives a tag its name. Throws NAME_TAKEN; the transaction is then of no more use. */
export async function withUniqueName<T>(name: string, write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (brokenConstraint(error) !== 'tags_name_is_unique') throw error;
    throw new AppError('NAME_TAKEN', 'Tag name must be unique', { name });
  }
}
