import { AppError, MAX_INCLUDED_DOMAINS } from '@quarry/contracts';

/** One more than a segment can include, to notice that there are too many. */
export const SELECTED_DOMAINS = MAX_INCLUDED_DOMAINS + 1;

/** The domains, each once. Throws VALIDATION_FAILED for none and for more than a segment can include. */
export function assertRoomForDomains(domains: readonly string[]): string[] {
  const unique = [...new Set(domains)];
  if (unique.length === 0) throw new AppError('VALIDATION_FAILED', 'None of these companies is in the dataset.');
  if (unique.length > MAX_INCLUDED_DOMAINS) {
    throw new AppError('VALIDATION_FAILED', 'Too many domains', { limit: MAX_INCLUDED_DOMAINS });
  }
  return unique;
}
