import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { filterGroup } from '@quarry/filters';
import { eq, sql } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { configIdsOf } from '#server/features/client-configs/config-usages.ts';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import { requestSourcing } from '#server/features/datasets/request-sourcing.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertSomethingToPublish } from './assert-something-to-publish.ts';
import { findMarket, type MarketRow, toMarket } from './market.ts';
import { endOfRequest } from './requests/end-of-request.ts';
import { mailPeople } from './requests/mail-people.ts';
import { waitingRequest } from './requests/waiting-request.ts';

/**
 * Approves the waiting request: from now on builds source with the draft and a copy of the configs that it uses. Throws
 * NOT_FOUND, NOT_PENDING_REVIEW, NOTHING_TO_PUBLISH, and RESOURCE_OUT_OF_SYNC if draft or request are not those seen.
 */
export const publishMarket: Verb<typeof contracts.publishMarket> = async (
  scope,
  { marketId, draftVersion, requestedAt },
) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    // `requestSourcing` locks the client's row for update; locking it only then could end in a deadlock.
    const { configs } = await readSavedConfigs(tx, clientId, 'update');
    const before = await findMarket(tx, clientId, marketId, 'update');
    const { isLive, requestedBy } = waitingRequest(before, requestedAt);
    assertReviewed(before, draftVersion);
    assertSomethingToPublish(before, configs);
    const draft = filterGroup.parse(before.draftCriteria);
    const used = configIdsOf(draft);
    const [row] = await tx
      .update(markets)
      .set({
        publishedCriteria: draft,
        publishedConfigs: configs.filter(({ configId }) => used.has(configId)),
        publishedAt: sql`now()`,
        isLive,
        isPaused: false,
        hasUnpublishedChanges: false,
        ...endOfRequest('APPROVED', scope.user.email),
        isSourcingDue: true,
      })
      .where(eq(markets.id, marketId))
      .returning();
    if (row === undefined) throw new Error(`The market ${marketId} was not published`);
    const jobId = await requestSourcing(tx, scope.jobs, clientId, scope.user.email);
    await mailPeople(tx, scope, { market: row, requestedBy, outcome: 'APPROVED', isLive });
    const auditValues = (market: MarketRow) => ({
      isLive: market.isLive,
      criteria: market.publishedCriteria,
      dataBlockConfigs: market.publishedConfigs,
    });
    return {
      result: { item: toMarket(row, configs), jobId },
      target: row.name,
      targetId: marketId,
      before: before.publishedAt === null ? null : auditValues(before),
      after: { ...auditValues(row), draftVersion, requestedBy },
    };
  });

function assertReviewed({ id, draftVersion }: MarketRow, reviewedVersion: number): void {
  if (draftVersion === reviewedVersion) return;
  throw new AppError('RESOURCE_OUT_OF_SYNC', 'Someone else changed this market. Please review it again.', {
    marketId: id,
    draftVersion,
  });
}
