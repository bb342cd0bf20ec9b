import type { SegmentDraft } from './segment-draft.ts';

/** What decides if a segment can be saved. */
export interface SaveState {
  readonly draft: Pick<SegmentDraft, 'name'>;
  readonly isDirty: boolean;
  /** What is wrong with the name, if it was checked. */
  readonly nameProblem: string | null;
  /** All conditions are complete. */
  readonly areFiltersValid: boolean;
  /** The lists and the limit can be saved. */
  readonly isDefinitionValid: boolean;
  /** Companies that the definition finds; null while they are counted. */
  readonly count: number | null;
  readonly isPreviewFailed: boolean;
}

export const NO_MATCHES = 'No companies matching criteria. Please modify segment definition.';

/** Why a segment cannot be saved; null if it can. */
export function saveDisabledReason(state: SaveState): string | null {
  if (state.draft.name.trim() === '') return 'Please provide a name for the segment';
  if (state.nameProblem !== null) return state.nameProblem;
  if (!state.areFiltersValid) return 'Some conditions are not complete';
  if (!state.isDefinitionValid) return 'Please correct any errors before saving';
  if (state.isPreviewFailed) return 'The companies could not be counted';
  if (state.count === null) return 'Wait until the companies are counted';
  if (state.count === 0) return NO_MATCHES;
  return state.isDirty ? null : 'Nothing has changed';
}
