import { AppError } from '@quarry/contracts';
import type { ClientScope } from '#server/platform/scope.ts';

/** The same error whether or not the user exists. */
export const notAMember = (): AppError => new AppError('NOT_FOUND', 'That user is not added to this account.');

/** The user is already a member, or is staff. */
export const alreadyAMember = (): AppError =>
  new AppError('USER_EXISTS', 'That user already exists in this account. Please modify the existing user instead.');

export const hasAccepted = (): AppError => new AppError('CONFLICT', 'This user has already opened the account.');

/** Someone new cannot get their one-time password. */
export const mailIsOff = (): AppError =>
  new AppError(
    'FORBIDDEN',
    'This installation sends no mail, so new users cannot be invited. Please ask its operator to create the user.',
  );

/** Ensures that an administrator always remains. Throws FORBIDDEN. */
export function assertNotSelf(scope: ClientScope, userId: string): void {
  if (userId === scope.user.userId) throw new AppError('FORBIDDEN', 'You cannot modify or remove yourself.');
}
