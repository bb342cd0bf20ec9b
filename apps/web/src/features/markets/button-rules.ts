/** What decides which of the editor's buttons can be used. */
export interface EditorSituation {
  /** Whether the criteria have no rule at all. */
  readonly isEmpty: boolean;
  /** Whether something differs from what is saved; so it is for a new market with anything in it. */
  readonly isDirty: boolean;
  /** Whether the data points that the conditions name are still on their way. */
  readonly isLoading: boolean;
  readonly isSaving: boolean;
  readonly isPublishing: boolean;
  readonly isPreviewing: boolean;
  /** Whether the saved market has changes that were never approved; false for a market that is not saved. */
  readonly hasUnpublishedChanges: boolean;
  readonly isPendingReview: boolean;
  readonly isSaved: boolean;
  /** Whether somebody else saved other criteria since these were read. */
  readonly isOutdated: boolean;
}

/** Why each button cannot be used now, in words; null where it can. */
export interface ButtonReasons {
  readonly preview: string | null;
  readonly save: string | null;
  readonly publish: string | null;
  readonly approve: string | null;
  readonly copyLink: string | null;
}

const NO_RULES = 'Add at least one condition first';

/** The rules of the editor's buttons. */
export function buttonReasons(situation: EditorSituation): ButtonReasons {
  const { isEmpty, isDirty, isSaving, isPublishing, isSaved } = situation;
  const loading = situation.isLoading ? 'The data points are loading' : null;
  const saving = isSaving ? 'The market is being saved' : isPublishing ? 'The market is being published' : null;
  const busy = loading ?? saving;
  return {
    preview: loading ?? (situation.isPreviewing ? 'The preview is loading' : isEmpty ? NO_RULES : null),
    save: busy ?? (isEmpty ? NO_RULES : isDirty ? null : 'There are no changes to save'),
    publish: busy ?? publishReason(situation),
    approve: busy ?? approveReason(situation),
    copyLink: isSaved ? null : 'Save the market first',
  };
}

function publishReason(situation: EditorSituation): string | null {
  const { isEmpty, isDirty, isSaved, isOutdated, hasUnpublishedChanges } = situation;
  if (isEmpty) return NO_RULES;
  if (isDirty || !isSaved) return 'Save your changes first';
  if (isOutdated) return 'Somebody else changed this market: reload it first';
  return hasUnpublishedChanges ? null : 'Everything is published already';
}

function approveReason({ isDirty, hasUnpublishedChanges, isPendingReview }: EditorSituation): string | null {
  if (!isPendingReview) return 'Nobody has asked to publish this market';
  if (!hasUnpublishedChanges) return 'Everything is published already';
  // What is approved is what is saved, and that would not be what is shown.
  return isDirty ? 'Save or discard your changes first: what is saved gets approved' : null;
}
