import { chargedBefore, chargeEach, lockCredits } from '#server/features/accounts/credits/charge-each.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';

/** The charge of a company that was matched; once, whatever matched it. */
export const enrichmentKey = (companyId: string): string => `ENRICHMENT:${companyId}`;

/**
 * Charges one enrichment credit for each company that the account has not paid for, in order, as far as the credits
 * reach. Returns the companies that are paid for.
 */
export async function chargeMatches(
  ctx: Pick<JobContext, 'db' | 'jobId'>,
  clientId: string,
  companyIds: readonly string[],
  integrationId: string,
): Promise<{ readonly companyIds: ReadonlySet<string>; readonly isOutOfCredits: boolean }> {
  if (companyIds.length === 0) return { companyIds: new Set(), isOutOfCredits: false };
  return ctx.db.asClient(clientId, async (tx) => {
    const balance = await lockCredits(tx, clientId, 'ENRICHMENT');
    if (balance === null) return { companyIds: new Set(companyIds), isOutOfCredits: false };
    const paid = await chargedBefore(tx, clientId, companyIds.map(enrichmentKey));
    const unpaid = companyIds.filter((companyId) => !paid.has(enrichmentKey(companyId)));
    const affordable = unpaid.slice(0, Math.max(0, balance));
    await chargeEach(tx, {
      clientId,
      creditType: 'ENRICHMENT',
      actor: 'CRM import',
      charges: affordable.map((companyId) => ({
        idempotencyKey: enrichmentKey(companyId),
        reference: { companyId, integrationId, jobId: ctx.jobId },
      })),
    });
    const unaffordable = new Set(unpaid.slice(affordable.length));
    return {
      companyIds: new Set(companyIds.filter((companyId) => !unaffordable.has(companyId))),
      isOutOfCredits: unaffordable.size > 0,
    };
  });
}
