import { AppError } from '@quarry/contracts';
import type { ClientScope } from '#server/platform/scope.ts';

/** The person is no member of the account, whether or not the person exists. */
export const notAdded = (): AppError => new AppError('NOT_FOUND', 'That user is not added to this account.');

/** The person is a member already, or on the staff. */
export const alreadyAdded = (): AppError =>
  new AppError('USER_EXISTS', 'That user already exists in this account. Please modify the existing user instead.');

/** Keeps people from shutting themselves out, so that an administrator always remains. Throws FORBIDDEN. */
export function assertNotSelf(scope: ClientScope, userId: string): void {
  if (userId === scope.user.userId) throw new AppError('FORBIDDEN', 'You cannot modify or remove yourself.');
}
