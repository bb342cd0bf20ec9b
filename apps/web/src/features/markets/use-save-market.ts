import { createMarket, type Market, updateMarket } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { criteriaKey } from '../../lib/criteria-key.ts';
import { hideNotification, notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import type { MarketDraft } from './market-draft.ts';
import { cacheMarket, fetchMarket } from './queries.ts';
import type { CriteriaProblems } from './use-criteria-problems.ts';
import type { NameCheck } from './use-name-check.ts';

/** The editor's only toast: each action replaces the previous message. */
export const EDITOR_TOAST = 'market-editor';
export const CORRECT_ERRORS = 'Please correct any errors before saving';

/** `outOfSync` carries the market as someone else saved it. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly market: Market }
  | { readonly kind: 'outOfSync'; readonly market: Market }
  | { readonly kind: 'failed' };

/** Saves a market; reports the result in a toast and beside what is wrong. `marketId` is null for a new one. */
export function useSaveMarket(options: {
  clientName: string;
  marketId: string | null;
  nameCheck: NameCheck;
  problems: CriteriaProblems;
}) {
  const { clientName, marketId, nameCheck, problems } = options;
  const cache = useQueryClient();
  const [isSaving, setSaving] = useState(false);

  async function send({ name, criteria, base }: MarketDraft, baseVersion: number | null): Promise<SaveOutcome> {
    const trimmed = name.trim();
    if (marketId === null) {
      const body = { name: trimmed, draftMarketCriteria: criteria };
      return { kind: 'saved', market: (await call(createMarket, body, { client: clientName })).item };
    }
    const body = {
      marketId,
      draftMarketCriteria: criteria,
      ...(trimmed === base.name ? {} : { name: trimmed }),
      ...(baseVersion === null ? {} : { baseVersion }),
    };
    try {
      return { kind: 'saved', market: (await call(updateMarket, body, { client: clientName })).item };
    } catch (error) {
      if (!hasCode(error, 'RESOURCE_OUT_OF_SYNC')) throw error;
      const market = await fetchMarket(clientName, marketId);
      await cacheMarket(cache, clientName, market);
      const isSame = criteriaKey(market.draftMarketCriteria) === criteriaKey(base.criteria);
      // An edited configuration raises the version too, without changing the criteria: save over it.
      return isSame && market.draftVersion !== baseVersion
        ? send({ name, criteria, base }, market.draftVersion)
        : { kind: 'outOfSync', market };
    }
  }

  function notifyFailure(error: unknown, toast: string) {
    const broken = ruleProblemsOf(error);
    if (broken.length > 0) {
      problems.showFromServer(broken);
      notifyError(CORRECT_ERRORS, { id: toast });
      return;
    }
    if (hasCode(error, 'NAME_TAKEN')) nameCheck.markTaken();
    notifyError(messageOf(error), { id: toast, title: 'Error saving market' });
  }

  async function save(draft: MarketDraft, baseVersion: number | null): Promise<SaveOutcome> {
    setSaving(true);
    const toast = notifyLoading('Saving market...', { id: EDITOR_TOAST });
    try {
      const outcome = await send(draft, baseVersion);
      if (outcome.kind === 'saved') {
        await cacheMarket(cache, clientName, outcome.market);
        notifySuccess('Market saved', { id: toast });
      } else {
        hideNotification(toast);
      }
      return outcome;
    } catch (error) {
      notifyFailure(error, toast);
      return { kind: 'failed' };
    } finally {
      setSaving(false);
    }
  }

  return { save, isSaving };
}
