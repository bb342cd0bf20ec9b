export interface MarketEditorState {
  /** The criteria have no rules. */
  readonly isEmpty: boolean;
  /** The draft differs from the saved market; a new market is dirty once it has any content. */
  readonly isDirty: boolean;
  /** The data points that the conditions name are loading. */
  readonly isLoading: boolean;
  readonly isSaving: boolean;
  readonly isPublishing: boolean;
  readonly isPreviewing: boolean;
  /** The saved market has changes that were never approved; false if it is not saved. */
  readonly hasUnpublishedChanges: boolean;
  readonly isPendingReview: boolean;
  readonly isSaved: boolean;
  /** Someone else saved other criteria since these were read. */
  readonly isOutdated: boolean;
}

/** Why each button is disabled; null if it is enabled. */
export interface ButtonReasons {
  readonly preview: string | null;
  readonly save: string | null;
  readonly publish: string | null;
  readonly approve: string | null;
  readonly copyLink: string | null;
}

/** Criteria cannot be checked without their data points. */
export const POINTS_LOADING = 'The data points are loading';
const NO_RULES = 'Add at least one condition first';

export function buttonReasons(state: MarketEditorState): ButtonReasons {
  const { isEmpty, isDirty, isSaving, isPublishing, isSaved } = state;
  const loading = state.isLoading ? POINTS_LOADING : null;
  const saving = isSaving ? 'The market is being saved' : isPublishing ? 'The market is being published' : null;
  const busy = loading ?? saving;
  return {
    preview: loading ?? (state.isPreviewing ? 'The preview is loading' : isEmpty ? NO_RULES : null),
    save: busy ?? (isEmpty ? NO_RULES : isDirty ? null : 'There are no changes to save'),
    publish: busy ?? publishReason(state),
    approve: busy ?? approveReason(state),
    copyLink: isSaved ? null : 'Save the market first',
  };
}

function publishReason(state: MarketEditorState): string | null {
  const { isEmpty, isDirty, isSaved, isOutdated, hasUnpublishedChanges } = state;
  if (isEmpty) return NO_RULES;
  if (isDirty || !isSaved) return 'Save your changes first';
  if (isOutdated) return 'Someone else changed this market: reload it first';
  return hasUnpublishedChanges ? null : 'All changes are already published';
}

function approveReason({ isDirty, hasUnpublishedChanges, isPendingReview }: MarketEditorState): string | null {
  if (!isPendingReview) return 'Nobody has asked to publish this market';
  if (!hasUnpublishedChanges) return 'All changes are already published';
  // Approving publishes the saved market, which would differ from the one shown.
  return isDirty ? 'Save or discard your changes first: only the saved market can be approved' : null;
}
