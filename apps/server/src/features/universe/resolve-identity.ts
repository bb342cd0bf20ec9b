/** What is known of the names that a row gives for its company. Ids are decimal texts. */
export interface KnownNames {
  /** The LinkedIn id that staff set for the domain. */
  override: string | null;
  /** The company that has the LinkedIn id. */
  byLinkedIn: string | null;
  /** The company that has the domain. */
  byDomain: string | null;
  /** Whether the domain is a further one of that company, by alias or redirect. */
  isAlias: boolean;
  /** Whether the record of the company found by LinkedIn itself has both the domain and the LinkedIn id. */
  linkedInNamesBoth: boolean;
}

/** Which rule found the company. */
type IdentityRule = 'override' | 'linkedin' | 'domain' | 'alias' | 'new';

/** The company that is meant, with the rule that found it and the candidate that lost. */
export interface Resolution {
  companyId: string | null;
  rule: IdentityRule;
  loser: string | null;
}

/**
 * Decides which company is meant; the first rule that applies: domain override, LinkedIn id known, domain known, alias
 * or redirect, else new. Where domain and LinkedIn point at different companies, the one whose own record names both
 * wins, else the domain's. With an override, `byLinkedIn` is the company of the LinkedIn id that it sets.
 */
export function resolveIdentity(known: KnownNames): Resolution {
  const { byLinkedIn, byDomain } = known;
  const domainRule: IdentityRule = known.isAlias ? 'alias' : 'domain';
  if (known.override !== null && (byLinkedIn ?? byDomain) !== null) {
    const loser = byLinkedIn !== null && byDomain !== byLinkedIn ? byDomain : null;
    return { companyId: byLinkedIn ?? byDomain, rule: 'override', loser };
  }
  if (byLinkedIn !== null && byDomain !== null && byLinkedIn !== byDomain) {
    return known.linkedInNamesBoth
      ? { companyId: byLinkedIn, rule: 'linkedin', loser: byDomain }
      : { companyId: byDomain, rule: domainRule, loser: byLinkedIn };
  }
  if (byLinkedIn !== null) return { companyId: byLinkedIn, rule: 'linkedin', loser: null };
  if (byDomain !== null) return { companyId: byDomain, rule: domainRule, loser: null };
  return { companyId: null, rule: 'new', loser: null };
}
