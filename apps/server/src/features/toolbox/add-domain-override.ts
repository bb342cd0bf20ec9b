import type * as contracts from '@quarry/contracts';
import { findIdentities } from '#server/features/universe/find-identities.ts';
import type { Verb } from '#server/platform/mount.ts';
import { enteredDomain, enteredLinkedInId } from './entered-names.ts';
import { readOverride, saveOverride } from './save-override.ts';

/** Links a domain to a LinkedIn id, in place of the one from before. Look-ups follow it at once, imports too. */
export const addDomainOverride: Verb<typeof contracts.addDomainOverride> = async (scope, input) => {
  const domain = enteredDomain(input.domain);
  const linkedInId = enteredLinkedInId(input.linkedInId);
  return scope.change(async () => {
    const before = await readOverride(scope, domain);
    const setAt = await saveOverride(scope, { domain, linkedInId, isRemoved: false, after: before.version });
    const [found] = await findIdentities(scope.warehouse, [{ domain, linkedInId }], scope.request.signal);
    const override = {
      domain,
      linkedInId,
      companyId: found?.companyId ?? null,
      companyName: found?.company?.name ?? null,
      setBy: scope.user.email,
      setAt: setAt.toISOString(),
    };
    return {
      result: { override, replaced: before.linkedInId === null ? null : { linkedInId: before.linkedInId } },
      target: domain,
      before: before.linkedInId === null ? null : { linkedInId: before.linkedInId },
      after: { linkedInId },
    };
  });
};
