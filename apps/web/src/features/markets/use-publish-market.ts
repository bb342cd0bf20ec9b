import { type Market, publishMarket, requestMarketPublish } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { hideNotification, notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import { cacheMarket, fetchMarket, MARKET_REQUESTS_KEY, marketsKey } from './queries.ts';
import type { CriteriaProblems } from './use-criteria-problems.ts';
import { CORRECT_ERRORS, EDITOR_TOAST } from './use-save-market.ts';

/** `outOfSync` carries the market that was saved since the staff member looked at it. */
export type ApproveOutcome =
  | { readonly kind: 'done' | 'failed' }
  | { readonly kind: 'outOfSync'; readonly market: Market };

/** Requests publishing of a market, and approves requests. */
export function usePublishMarket(options: { clientName: string; marketId: string | null; problems: CriteriaProblems }) {
  const { clientName, marketId, problems } = options;
  const cache = useQueryClient();
  const [isPublishing, setPublishing] = useState(false);

  function notifyFailure(error: unknown, toast: string) {
    const broken = ruleProblemsOf(error);
    if (broken.length === 0) return notifyError(messageOf(error), { id: toast, title: 'Error publishing market' });
    problems.showFromServer(broken);
    return notifyError(CORRECT_ERRORS, { id: toast });
  }

  /** Requests publishing of the saved market; returns true on success. */
  async function request(isLive: boolean): Promise<boolean> {
    if (marketId === null) return false;
    setPublishing(true);
    const toast = notifyLoading('Publishing market...', { id: EDITOR_TOAST });
    try {
      const { item } = await call(requestMarketPublish, { marketId, isLive }, { client: clientName });
      await cacheMarket(cache, clientName, item);
      notifySuccess('Our team reviews it first. Its companies are added once it is approved.', {
        id: toast,
        title: 'Market published',
      });
      return true;
    } catch (error) {
      notifyFailure(error, toast);
      return false;
    } finally {
      setPublishing(false);
    }
  }

  /** Approves the version and the request on the screen. */
  async function approve(draftVersion: number, requestedAt: string): Promise<ApproveOutcome> {
    if (marketId === null) return { kind: 'failed' };
    setPublishing(true);
    const toast = notifyLoading('Publishing market...', { id: EDITOR_TOAST });
    try {
      const body = { marketId, draftVersion, requestedAt };
      await cacheMarket(cache, clientName, (await call(publishMarket, body, { client: clientName })).item);
      notifySuccess('Its companies are being added to the dataset now.', { id: toast, title: 'Market published' });
      // Shows the job that adds its companies at once.
      void cache.invalidateQueries({ queryKey: ['jobs', clientName] });
      void cache.invalidateQueries({ queryKey: MARKET_REQUESTS_KEY });
      return { kind: 'done' };
    } catch (error) {
      if (hasCode(error, 'RESOURCE_OUT_OF_SYNC')) {
        hideNotification(toast);
        return await readLatest(marketId, toast);
      }
      notifyFailure(error, toast);
      // Someone else may have been faster.
      void cache.invalidateQueries({ queryKey: marketsKey(clientName) });
      return { kind: 'failed' };
    } finally {
      setPublishing(false);
    }
  }

  async function readLatest(id: string, toast: string): Promise<ApproveOutcome> {
    try {
      const market = await fetchMarket(clientName, id);
      return { kind: 'outOfSync', market };
    } catch (error) {
      notifyFailure(error, toast);
      return { kind: 'failed' };
    }
  }

  return { request, approve, isPublishing };
}
