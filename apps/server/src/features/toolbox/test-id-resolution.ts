import type * as contracts from '@quarry/contracts';
import { type CompanyRecord, findIdentities } from '#server/features/universe/find-identities.ts';
import type { Verb } from '#server/platform/mount.ts';
import { enteredDomain, enteredLinkedInId } from './entered-names.ts';

/** Tells which company a domain and a LinkedIn page belong to, as an import would decide it. */
export const testIdResolution: Verb<typeof contracts.testIdResolution> = async (scope, input) => {
  const domain = input.domain === '' ? null : enteredDomain(input.domain);
  const linkedInId = input.linkedInUrl === '' ? null : enteredLinkedInId(input.linkedInUrl);
  const [found] = await findIdentities(scope.warehouse, [{ domain, linkedInId }], scope.request.signal);
  const candidate = (record: CompanyRecord | null | undefined) =>
    record
      ? { companyId: record.id, name: record.name, domain: record.domain, linkedInId: record.linkedInId || null }
      : null;
  return {
    domain,
    linkedInId,
    rule: found?.rule ?? 'new',
    company: candidate(found?.company),
    loser: candidate(found?.loserRecord),
    overriddenLinkedInId: found?.override ?? null,
  };
};
