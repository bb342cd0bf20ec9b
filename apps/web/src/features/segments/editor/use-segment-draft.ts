import type { Segment } from '@quarry/contracts';
import { useEffect, useState } from 'react';
import { useUser } from '../../../lib/client-context.tsx';
import { keepDraft, readDraft } from '../../../lib/local-draft.ts';
import { isDirty, keptSegmentDraft, newDraft, type SegmentDraft, savedDraft } from './segment-draft.ts';

export interface EditedSegment {
  readonly draft: SegmentDraft;
  readonly isDirty: boolean;
  /** The draft was edited before this editor opened, and not saved. */
  readonly isRestored: boolean;
  readonly change: (change: Partial<SegmentDraft>) => void;
  /** Discards the edits and starts again. */
  readonly restart: () => void;
  /** Forgets the edits that this browser keeps. */
  readonly forget: () => void;
}

/** `segment` is null for a new one. Unsaved edits are kept in this browser. */
export function useSegmentDraft(
  clientName: string,
  segment: Segment | null,
  marketId: string | undefined,
): EditedSegment {
  const { userId } = useUser();
  const place = segment?.id ?? (marketId === undefined ? 'new' : `of market ${marketId}`);
  const key = `segment ${userId} ${clientName} ${place}`;
  const [base, setBase] = useState(() => (segment === null ? newDraft(marketId) : savedDraft(segment)));
  const [kept] = useState(() => readDraft(key, keptSegmentDraft));
  const [draft, setDraft] = useState(kept ?? base);
  const isEdited = isDirty(draft, base);
  const [isForgotten, setForgotten] = useState(false);
  useEffect(() => {
    keepDraft(key, isEdited && !isForgotten ? draft : null);
  }, [key, draft, isEdited, isForgotten]);
  return {
    draft,
    isDirty: isEdited && !isForgotten,
    isRestored: kept !== null && draft === kept && isEdited,
    change: (change) => setDraft((old) => ({ ...old, ...change })),
    restart: () => {
      const fresh = segment === null ? newDraft(marketId) : savedDraft(segment);
      setBase(fresh);
      setDraft(fresh);
    },
    forget: () => {
      setForgotten(true);
      keepDraft(key, null);
    },
  };
}
