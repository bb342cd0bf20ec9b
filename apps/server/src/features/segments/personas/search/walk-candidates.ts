import type { SearchOptions } from '@quarry/contracts';
import type { Candidate, FoundEmail } from '../people/contact-provider.ts';

/** The result of a look-up: null without an e-mail, LEFT_OUT for people whom the account must not contact. */
export type LookUp = FoundEmail | null | 'LEFT_OUT';

/** The people of a company to include, best first, and those who were checked for nothing; or whom to look up first. */
export type Walk =
  | { readonly kind: 'DECIDED'; readonly included: readonly Candidate[]; readonly checked: readonly Candidate[] }
  | { readonly kind: 'NEEDS'; readonly people: readonly Candidate[] };

/** The most people of a company who are looked up. */
export const walkLimit = ({ numContactsRequiredPerCompany }: Pick<SearchOptions, 'numContactsRequiredPerCompany'>) =>
  Math.max(10, 5 * numContactsRequiredPerCompany);

/**
 * Walks the ranked people of a company until enough are found. If e-mails are required, verified ones count at once;
 * at a group's end the uncertain ones fill up before the next group is opened.
 */
export function walkCandidates(
  ranked: readonly Candidate[],
  /** Those whom the persona includes already, who count. */
  includedIds: ReadonlySet<string>,
  options: Pick<SearchOptions, 'numContactsRequiredPerCompany' | 'isEmailRequired'>,
  lookUps: ReadonlyMap<string, LookUp>,
): Walk {
  const needed = options.numContactsRequiredPerCompany - includedIds.size;
  const included: Candidate[] = [];
  const checked: Candidate[] = [];
  const others = ranked.filter(({ contactId }) => !includedIds.has(contactId));
  const groups = options.isEmailRequired ? Map.groupBy(others, ({ groupAt }) => groupAt).values() : [others];
  let walked = 0;
  const mayWalk = () => included.length < needed && walked < walkLimit(options);
  for (const group of groups) {
    const uncertain: Candidate[] = [];
    for (const [at, candidate] of group.entries()) {
      if (!mayWalk()) break;
      const found = lookUps.get(candidate.contactId);
      if (found === undefined) return { kind: 'NEEDS', people: nextUnknown(group.slice(at)) };
      if (found === 'LEFT_OUT') continue;
      walked += 1;
      if (!options.isEmailRequired || found?.status === 'verified') included.push(candidate);
      else if (found?.status === 'other') uncertain.push(candidate);
      else checked.push(candidate);
    }
    const room = Math.max(0, needed - included.length);
    included.push(...uncertain.slice(0, room));
    checked.push(...uncertain.slice(room));
    if (!mayWalk()) break;
  }
  // Uncertain ones come after verified ones only in the walk.
  const places = new Map(ranked.map((candidate, at) => [candidate, at]));
  included.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  return { kind: 'DECIDED', included, checked };

  /** As many as could be enough. */
  function nextUnknown(rest: readonly Candidate[]): readonly Candidate[] {
    const unknown = rest.filter(({ contactId }) => !lookUps.has(contactId));
    return unknown.slice(0, Math.min(needed - included.length, walkLimit(options) - walked));
  }
}
