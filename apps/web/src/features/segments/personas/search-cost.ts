import type { OutputOf, SearchOptions, simulatePersonaSearch } from '@quarry/contracts';

type Cost = Pick<OutputOf<typeof simulatePersonaSearch>, 'maximumCredits' | 'contactBalance' | 'phoneNumberBalance'>;

/** The credits that an account lacks for the most that a search can cost; null if it has enough, or needs none. */
export function missingCredits(
  { maximumCredits, contactBalance, phoneNumberBalance }: Cost,
  { checkPhoneNumber }: Pick<SearchOptions, 'checkPhoneNumber'>,
): { readonly label: string; readonly needed: number; readonly balance: number } | null {
  if (contactBalance !== null && contactBalance < maximumCredits) {
    return { label: 'contact', needed: maximumCredits, balance: contactBalance };
  }
  if (checkPhoneNumber && phoneNumberBalance !== null && phoneNumberBalance < maximumCredits) {
    return { label: 'phone number', needed: maximumCredits, balance: phoneNumberBalance };
  }
  return null;
}
