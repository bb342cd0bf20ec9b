import type { Warehouse } from '@quarry/clickhouse';
import { findIdentities } from '#server/features/universe/find-identities.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';

export interface MatchedDomain {
  readonly domain: string;
  readonly originalDomain: string;
  readonly companyId: string;
  readonly name: string;
  readonly isAlias: boolean;
}

export interface CheckedDomains {
  readonly matchedDomains: MatchedDomain[];
  readonly notMatchedDomains: string[];
  readonly invalidDomains: string[];
}

/** Finds the companies of entered domains, each company once, under the first domain that found it. */
export async function checkDomains(
  warehouse: Warehouse,
  entered: readonly string[],
  signal: AbortSignal,
): Promise<CheckedDomains> {
  const parsed = entered.map((original) => ({ original, root: normaliseDomain(original)?.root ?? null }));
  // The first of several entries for the same domain stands for all.
  const valid = [
    ...new Map(parsed.toReversed().flatMap(({ original, root }) => (root === null ? [] : [[root, original] as const]))),
  ].toReversed();
  const found = await findIdentities(
    warehouse,
    valid.map(([root]) => ({ domain: root, linkedInId: null })),
    signal,
  );
  const matched = new Map<string, MatchedDomain>();
  const notMatchedDomains: string[] = [];
  valid.forEach(([, original], at) => {
    const company = found[at]?.company ?? null;
    if (company === null) notMatchedDomains.push(original);
    else if (!matched.has(company.id)) {
      matched.set(company.id, {
        domain: company.domain,
        originalDomain: original,
        companyId: company.id,
        name: company.name,
        isAlias: found[at]?.rule !== 'domain',
      });
    }
  });
  return {
    matchedDomains: [...matched.values()],
    notMatchedDomains,
    invalidDomains: [...new Set(parsed.flatMap(({ original, root }) => (root === null ? [original] : [])))],
  };
}
