import type { ScoringConfig, ScoringRule } from '@quarry/contracts';
import { useEffect, useState } from 'react';
import { useUser } from '../../lib/client-context.tsx';
import { keepDraft, readDraft } from '../../lib/local-draft.ts';
import type { StartRules } from './rules-hash.ts';
import {
  applySave,
  isDirty,
  isOutdated,
  keptScoringDraft,
  newDraft,
  type ScoringDraft,
  savedDraft,
} from './scoring-draft.ts';

export interface EditedScoring {
  readonly draft: ScoringDraft;
  readonly isDirty: boolean;
  /** The draft was edited before this editor opened, and not saved. */
  readonly isRestored: boolean;
  /** Someone else saved other rules or another name since these were read. */
  readonly isOutdated: boolean;
  readonly setName: (name: string) => void;
  readonly setRules: (change: (rules: readonly ScoringRule[]) => readonly ScoringRule[]) => void;
  /** Records a successful save; keeps edits made during it. */
  readonly markSaved: (sent: Pick<ScoringDraft, 'name' | 'rules'>, saved: ScoringConfig) => void;
  /** Discards the edits and starts again. */
  readonly restart: () => void;
  /** Forgets the edits that this browser keeps. */
  readonly forget: () => void;
}

/** `config` is null if the field was never saved. Unsaved edits are kept in this browser. */
export function useScoringDraft(
  clientName: string,
  config: ScoringConfig | null,
  newField: { readonly name: string; readonly start: StartRules | null },
): EditedScoring {
  const { userId } = useUser();
  const key = `scoring ${userId} ${clientName} ${config?.id ?? 'new'}`;
  const start = () => (config === null ? newDraft(newField.name, newField.start) : savedDraft(config));
  // Rules that come with the address are newer than what was edited before.
  const [kept] = useState(() => (newField.start === null ? readDraft(key, keptScoringDraft) : null));
  const [draft, setDraft] = useState(() => kept ?? start());
  const [isRestored, setRestored] = useState(kept !== null);
  const isEdited = isDirty(draft);
  const isBehind = config !== null && isOutdated(draft, config);
  if (isBehind && !isEdited) setDraft(savedDraft(config));
  if (isRestored && !isEdited) setRestored(false);
  // The first save of a new field moves its draft to another key.
  const isMoving = config === null && draft.base.lastModifiedAt !== null;
  useEffect(() => {
    keepDraft(key, isEdited && !isMoving ? draft : null);
  }, [key, draft, isEdited, isMoving]);
  return {
    draft,
    isDirty: isEdited,
    isRestored,
    isOutdated: isBehind,
    setName: (name) => setDraft((old) => ({ ...old, name })),
    setRules: (change) => setDraft((old) => ({ ...old, rules: change(old.rules) })),
    markSaved: (sent, saved) => setDraft((old) => applySave(old, sent, saved)),
    restart: () => setDraft(start()),
    forget: () => keepDraft(key, null),
  };
}
