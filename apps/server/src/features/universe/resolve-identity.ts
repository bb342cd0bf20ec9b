/** The companies that match a row's domain and LinkedIn id. Ids are decimal texts. */
export interface IdentityMatches {
  /** The LinkedIn id that staff set for the domain. */
  override: string | null;
  /** The company that has the LinkedIn id. */
  byLinkedIn: string | null;
  /** The company that has the domain. */
  byDomain: string | null;
  /** The domain is an alias of the company in `byDomain`. */
  isAlias: boolean;
  /** The record of the company in `byLinkedIn` has both the domain and the LinkedIn id. */
  linkedInMatchHasBoth: boolean;
}

type IdentityRule = 'override' | 'linkedin' | 'domain' | 'alias' | 'new';

/** The company of the row, the rule that found it, and the candidate that lost. */
export interface Resolution {
  companyId: string | null;
  rule: IdentityRule;
  loser: string | null;
}

/**
 * Finds the company of a row by the first rule that applies: domain override, known LinkedIn id, known domain, known
 * alias, else new. If domain and LinkedIn id match different companies, the LinkedIn match wins if its record has both,
 * else the domain match. With an override, `byLinkedIn` is the company of the LinkedIn id that it sets.
 */
export function resolveIdentity(matches: IdentityMatches): Resolution {
  const { byLinkedIn, byDomain } = matches;
  const domainRule: IdentityRule = matches.isAlias ? 'alias' : 'domain';
  if (matches.override !== null && (byLinkedIn ?? byDomain) !== null) {
    const loser = byLinkedIn !== null && byDomain !== byLinkedIn ? byDomain : null;
    return { companyId: byLinkedIn ?? byDomain, rule: 'override', loser };
  }
  if (byLinkedIn !== null && byDomain !== null && byLinkedIn !== byDomain) {
    return matches.linkedInMatchHasBoth
      ? { companyId: byLinkedIn, rule: 'linkedin', loser: byDomain }
      : { companyId: byDomain, rule: domainRule, loser: byLinkedIn };
  }
  if (byLinkedIn !== null) return { companyId: byLinkedIn, rule: 'linkedin', loser: null };
  if (byDomain !== null) return { companyId: byDomain, rule: domainRule, loser: null };
  return { companyId: null, rule: 'new', loser: null };
}
