import { AppError, type SearchOptions } from '@quarry/contracts';
import type { ScopedClient } from '#server/platform/scope.ts';

export const seesPhoneNumbers = ({ featureFlags }: Pick<ScopedClient, 'featureFlags'>): boolean =>
  featureFlags.includes('phoneNumbers');

/** Throws FORBIDDEN if the options ask for phone numbers and the account doesn't have the feature. */
export function assertMaySearchPhoneNumbers(
  client: Pick<ScopedClient, 'featureFlags'>,
  { checkPhoneNumber }: Pick<SearchOptions, 'checkPhoneNumber'>,
): void {
  if (checkPhoneNumber && !seesPhoneNumbers(client)) {
    throw new AppError('FORBIDDEN', 'Phone numbers are not part of this account.', { feature: 'phoneNumbers' });
  }
}
