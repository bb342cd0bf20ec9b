import type { Decided } from './decide.ts';
import type { Sent } from './send-writes.ts';
import type { CrmAccess } from './sync-records.ts';

/** Attaches contacts that were linked in this chunk to their companies. */
export async function attachContacts(
  { vendor, api }: Pick<CrmAccess, 'vendor' | 'api'>,
  all: readonly Decided[],
  sent: Map<string, Sent>,
): Promise<void> {
  const pairs = all.flatMap((one) => {
    const companyId = companyToAttach(one);
    if (companyId === null) return [];
    const { recordId } = one.source.planned;
    const outcome = sent.get(recordId);
    const known = 'externalId' in one.decision ? one.decision.externalId : null;
    const contactId = outcome?.kind === 'done' ? outcome.id : outcome === undefined ? known : null;
    return contactId === null ? [] : [{ recordId, contactId, companyId }];
  });
  if (pairs.length === 0) return;
  const outcomes = await vendor.associate(api, pairs);
  for (const [at, { recordId }] of pairs.entries()) {
    const outcome = outcomes[at];
    // It is found by its e-mail at the next sync, which tries again.
    if (outcome?.kind === 'refused') sent.set(recordId, { kind: 'refused', refusal: outcome.refusal, isGone: false });
    else if (outcome?.kind !== 'done') sent.set(recordId, { kind: 'unknown', message: null });
  }
}

/** The company that a contact has to be attached to: each contact is when it is linked. */
export function companyToAttach({ decision }: Decided): string | null {
  if (!('accountId' in decision)) return null;
  const isLinkedBefore = (decision.kind === 'update' || decision.kind === 'unchanged') && !decision.isNewLink;
  return isLinkedBefore ? null : decision.accountId;
}
