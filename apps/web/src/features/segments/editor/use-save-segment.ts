import { createSegment, type Segment, updateSegment } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { hasCode } from '../../../lib/api-error.ts';
import { useChecklistTick } from '../../../lib/checklist.ts';
import { clientQuery } from '../../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../../lib/notify.ts';
import { ruleProblemsOf } from '../../../lib/rule-problems.ts';
import { savePersonas } from '../personas/persona-store.ts';
import { cacheSegment, segmentQuery } from '../queries.ts';
import { bodyOf, type SegmentDraft } from './segment-draft.ts';
import type { SegmentNameCheck } from './use-segment-name.ts';

const CREATED = 'Segment added. It can take several minutes to calculate for the first time and appear.';
const SAVED = 'Segment saved and is being re-calculated...';
const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** Saves a segment, with the personas of a new one; reports the result in a toast. `segmentId` is null for a new one. */
export function useSaveSegment(clientName: string, segmentId: string | null, nameCheck: SegmentNameCheck) {
  const cache = useQueryClient();
  const tickOff = useChecklistTick();
  const [isSaving, setSaving] = useState(false);
  const [problems, setProblems] = useState(NO_PROBLEMS);

  async function send(draft: SegmentDraft): Promise<Segment | null> {
    const body = bodyOf(draft);
    if (body === null) return null;
    if (segmentId !== null) return (await call(updateSegment, { segmentId, ...body }, { client: clientName })).item;
    const { item } = await call(createSegment, body, { client: clientName });
    await savePersonas(clientName, item.id, draft.personas, () => {
      void cache.invalidateQueries(segmentQuery(clientName, item.id));
    });
    return item;
  }

  /** Null if it was not saved. */
  async function save(draft: SegmentDraft): Promise<Segment | null> {
    setSaving(true);
    setProblems(NO_PROBLEMS);
    const toast = notifyLoading('Saving segment');
    try {
      const saved = await send(draft);
      if (saved === null) {
        notifyError('Please correct any errors before saving', { id: toast });
        return null;
      }
      await cacheSegment(cache, clientName, saved);
      // The account knows the names of its segments.
      void cache.invalidateQueries(clientQuery(clientName));
      notifySuccess(segmentId === null ? CREATED : SAVED, { id: toast });
      tickOff('segment');
      return saved;
    } catch (error) {
      const broken = ruleProblemsOf(error);
      setProblems(new Map(broken.map(({ ruleId, reason }) => [ruleId, reason])));
      if (hasCode(error, 'NAME_TAKEN')) nameCheck.markTaken();
      const reasons = [...new Set(broken.map(({ reason }) => reason))];
      notifyError([messageOf(error), ...reasons].join(': '), { id: toast, title: 'Error saving segment' });
      return null;
    } finally {
      setSaving(false);
    }
  }

  return { save, isSaving, problems };
}
