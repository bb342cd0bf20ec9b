import { type Market, pauseMarket, resumeMarket, withdrawMarketPublish } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { usePermission, useUser } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { cacheMarket, marketsKey } from './queries.ts';

interface Messages {
  readonly running: string;
  readonly done: string;
  readonly failed: string;
}

const WITHDRAW: Messages = {
  running: 'Withdrawing the request…',
  done: 'Request withdrawn',
  failed: 'The request was not withdrawn',
};
const PAUSE: Messages = {
  running: 'Pausing market…',
  done: 'Market paused: it adds no companies until it is resumed',
  failed: 'The market was not paused',
};
const RESUME: Messages = {
  running: 'Resuming market…',
  done: 'Market is live again: the next build adds new matches',
  failed: 'The market was not resumed',
};

/** What people do with a saved market without editing it; undefined if they may not, or if there is nothing to do. */
export interface MarketActionChoices {
  readonly withdraw: (() => void) | undefined;
  readonly pause: (() => void) | undefined;
  readonly resume: (() => void) | undefined;
  readonly isBusy: boolean;
}

export function useMarketActions(clientName: string, market: Market): MarketActionChoices {
  const { email } = useUser();
  const isAdmin = usePermission('ADMIN');
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const input = { marketId: market.id };
  const account = { client: clientName };

  async function run(
    send: () => Promise<{ item: Market }>,
    { running, done, failed }: Messages,
    undo?: () => void,
  ): Promise<void> {
    setBusy(true);
    const toast = notifyLoading(running);
    try {
      await cacheMarket(cache, clientName, (await send()).item);
      notifySuccess(done, { id: toast, ...(undo ? { action: { label: 'Resume', onClick: undo } } : {}) });
    } catch (error) {
      notifyError(messageOf(error), { id: toast, title: failed });
      // Someone else may have been faster.
      void cache.invalidateQueries({ queryKey: marketsKey(clientName) });
    } finally {
      setBusy(false);
    }
  }
  const resume = () => void run(() => call(resumeMarket, input, account), RESUME);
  const pause = () => void run(() => call(pauseMarket, input, account), PAUSE, resume);
  const withdraw = () => void run(() => call(withdrawMarketPublish, input, account), WITHDRAW);
  const mayWithdraw = market.publishRequest !== null && (isAdmin || market.publishRequest.requestedBy === email);
  return {
    withdraw: mayWithdraw ? withdraw : undefined,
    pause: isAdmin && market.isLive ? pause : undefined,
    resume: isAdmin && market.isPaused ? resume : undefined,
    isBusy,
  };
}
