import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { enteredDomain } from './entered-names.ts';
import { readOverride, saveOverride } from './save-override.ts';

/** Undoes the link of a domain, so that what is known of it decides again. Throws NOT_FOUND. */
export const removeDomainOverride: Verb<typeof contracts.removeDomainOverride> = async (scope, input) => {
  const domain = enteredDomain(input.domain);
  return scope.change(async () => {
    const { linkedInId, version } = await readOverride(scope, domain);
    if (linkedInId === null) throw new AppError('NOT_FOUND', 'This domain has no override.', { domain });
    await saveOverride(scope, { domain, linkedInId, isRemoved: true, after: version });
    return { result: { removed: true }, target: domain, before: { linkedInId } };
  });
};
