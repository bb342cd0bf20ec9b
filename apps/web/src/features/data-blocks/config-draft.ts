import type { ConfigValues, DataBlockConfig, DataBlockTemplate } from '@quarry/contracts';
import { completeConfig } from './config-values.ts';

/** The edited name and values of a configuration. */
export interface ConfigDraft {
  readonly label: string;
  readonly config: ConfigValues;
}

/**
 * The editor's mode. While creating, `start` is the initial draft, and `from` the configuration selected before, which
 * Cancel returns to.
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

/** Shows a saved configuration, or nothing if it does not exist. */
export function showConfig(configs: readonly DataBlockConfig[], configId: string | null): EditorState {
  const exists = configs.some((config) => config.configId === configId);
  return configId !== null && exists ? { mode: 'reading', configId } : { mode: 'empty' };
}

export function editConfig({ configId, ...config }: DataBlockConfig): EditorState {
  return { mode: 'editing', configId, draft: draftOf(config) };
}

/** Starts a new configuration, from scratch or from a template; cancelling returns to `before`. */
export function createConfig(blockName: string, template: DataBlockTemplate | null, before: EditorState): EditorState {
  const start = draftOf({ blockName, label: template?.label ?? '', config: template?.config ?? {} });
  return { mode: 'creating', from: selectedConfigId(before), start, draft: start };
}

/** Replaces the draft, if there is one. */
export function changeDraft(state: EditorState, draft: ConfigDraft): EditorState {
  return state.mode === 'editing' || state.mode === 'creating' ? { ...state, draft } : state;
}

/** Discards the draft and returns to the saved configuration, or to the one selected before. */
export function cancelDraft(state: EditorState, configs: readonly DataBlockConfig[]): EditorState {
  return showConfig(configs, selectedConfigId(state));
}

/** A draft of a deleted configuration counts as unsaved. */
export function hasUnsavedChanges(state: EditorState, configs: readonly DataBlockConfig[]): boolean {
  if (state.mode === 'creating') return !isSameDraft(state.draft, state.start);
  if (state.mode !== 'editing') return false;
  const saved = configs.find(({ configId }) => configId === state.configId);
  return saved === undefined || !isSameDraft(state.draft, draftOf(saved));
}

/** The configuration being shown or edited, or the one selected before creating. */
export function selectedConfigId(state: EditorState): string | null {
  if (state.mode === 'empty') return null;
  return state.mode === 'creating' ? state.from : state.configId;
}

export function draftOf({ blockName, label, config }: Omit<DataBlockConfig, 'configId'>): ConfigDraft {
  return { label, config: completeConfig(blockName, config) };
}

function isSameDraft(one: ConfigDraft, other: ConfigDraft): boolean {
  return one.label.trim() === other.label.trim() && JSON.stringify(one.config) === JSON.stringify(other.config);
}
