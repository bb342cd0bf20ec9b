import type { ConfigValues, DataBlockConfig, DataBlockTemplate } from '@quarry/contracts';
import { completeConfig } from './config-values.ts';

/** A configuration while it is edited. */
export interface ConfigDraft {
  readonly label: string;
  readonly config: ConfigValues;
}

/**
 * What the editor does: nothing chosen yet, one saved configuration shown, one edited, or a new one made. `start` is
 * what a new one began with, `from` what was shown before it.
 */
export type EditorState =
  | { readonly mode: 'empty' }
  | { readonly mode: 'reading'; readonly configId: string }
  | { readonly mode: 'editing'; readonly configId: string; readonly draft: ConfigDraft }
  | {
      readonly mode: 'creating';
      readonly from: string | null;
      readonly start: ConfigDraft;
      readonly draft: ConfigDraft;
    };

/** Shows a saved configuration, or nothing when it is not there. */
export function showConfig(configs: readonly DataBlockConfig[], configId: string | null): EditorState {
  const isThere = configs.some((config) => config.configId === configId);
  return configId !== null && isThere ? { mode: 'reading', configId } : { mode: 'empty' };
}

/** Starts to edit a saved configuration. */
export function editConfig({ configId, ...config }: DataBlockConfig): EditorState {
  return { mode: 'editing', configId, draft: draftOf(config) };
}

/** Starts a new configuration, from scratch or from a template. */
export function createConfig(blockName: string, template: DataBlockTemplate | null, before: EditorState): EditorState {
  const start = draftOf({ blockName, label: template?.label ?? '', config: template?.config ?? {} });
  return { mode: 'creating', from: shownConfig(before), start, draft: start };
}

/** Replaces the draft; where nothing is edited, nothing changes. */
export function changeDraft(state: EditorState, draft: ConfigDraft): EditorState {
  return state.mode === 'editing' || state.mode === 'creating' ? { ...state, draft } : state;
}

/** Gives up the draft: back to what is saved, or to what was shown before. */
export function cancelDraft(state: EditorState, configs: readonly DataBlockConfig[]): EditorState {
  return showConfig(configs, shownConfig(state));
}

/** Whether there is something that leaving would lose. */
export function hasUnsavedChanges(state: EditorState, configs: readonly DataBlockConfig[]): boolean {
  if (state.mode === 'creating') return !isSameDraft(state.draft, state.start);
  if (state.mode !== 'editing') return false;
  const saved = configs.find(({ configId }) => configId === state.configId);
  return saved === undefined || !isSameDraft(state.draft, draftOf(saved));
}

/** The saved configuration that is shown or edited, or was before a new one was begun. */
export function shownConfig(state: EditorState): string | null {
  if (state.mode === 'empty') return null;
  return state.mode === 'creating' ? state.from : state.configId;
}

/** A saved configuration as the editor takes it. */
export function draftOf({ blockName, label, config }: Omit<DataBlockConfig, 'configId'>): ConfigDraft {
  return { label, config: completeConfig(blockName, config) };
}

function isSameDraft(one: ConfigDraft, other: ConfigDraft): boolean {
  return one.label.trim() === other.label.trim() && JSON.stringify(one.config) === JSON.stringify(other.config);
}
