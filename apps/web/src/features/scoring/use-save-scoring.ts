import { createScoringConfig, type ScoringConfig, updateScoringConfig } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import { cacheScoringConfig } from './queries.ts';
import type { ScoringDraft } from './scoring-draft.ts';
import type { RuleProblems } from './use-rule-problems.ts';

/** The editor's only toast: each action replaces the previous message. */
export const EDITOR_TOAST = 'scoring-editor';
export const CORRECT_ERRORS = 'Please correct any errors before saving';

/** Saves a scoring field; a toast says how it went. `scoringConfigId` is null for a new one. */
export function useSaveScoring(clientName: string, scoringConfigId: string | null, problems: RuleProblems) {
  const cache = useQueryClient();
  const [isSaving, setSaving] = useState(false);

  async function send({ name, rules, reportId }: Pick<ScoringDraft, 'name' | 'rules' | 'reportId'>) {
    const content = { name: name.trim(), rules: [...rules] };
    const options = { client: clientName };
    if (scoringConfigId !== null) return call(updateScoringConfig, { scoringConfigId, ...content }, options);
    return call(createScoringConfig, { ...content, associatedScoringAnalysisReportId: reportId }, options);
  }

  /** The saved field; null if it could not be saved. */
  async function save(draft: Pick<ScoringDraft, 'name' | 'rules' | 'reportId'>): Promise<ScoringConfig | null> {
    setSaving(true);
    const toast = notifyLoading('Saving scoring field...', { id: EDITOR_TOAST });
    try {
      const { item } = await send(draft);
      await cacheScoringConfig(cache, clientName, item);
      notifySuccess('Scoring field saved. Its scores are being calculated.', { id: toast });
      return item;
    } catch (error) {
      const broken = ruleProblemsOf(error);
      problems.showFromServer(broken);
      const message = broken.length > 0 ? CORRECT_ERRORS : messageOf(error);
      notifyError(message, { id: toast, title: 'Error saving scoring field' });
      return null;
    } finally {
      setSaving(false);
    }
  }

  return { save, isSaving };
}
