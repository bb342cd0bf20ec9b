import { AppError } from '@quarry/contracts';
import { linkedInId } from '#server/features/universe/linked-in-id.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';

/** The registrable domain of what somebody entered. Throws VALIDATION_FAILED. */
export function enteredDomain(entered: string): string {
  const domain = normaliseDomain(entered)?.root;
  if (domain === undefined) throw new AppError('VALIDATION_FAILED', 'This is not a domain', { domain: entered });
  return domain;
}

/** The LinkedIn id of an entered id or page address. Throws VALIDATION_FAILED. */
export function enteredLinkedInId(entered: string): string {
  const id =
    linkedInId(entered) ?? linkedInId(`https://www.linkedin.com/company/${encodeURIComponent(entered.trim())}`);
  if (id === null || id === '') {
    throw new AppError('VALIDATION_FAILED', "This is not a LinkedIn id or the address of a company's page", {
      linkedIn: entered,
    });
  }
  return id;
}
