import type { ConfigurableDataBlock, DataBlockConfig, DataBlockTemplate } from '@quarry/contracts';
import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { notifyError } from '../../lib/notify.ts';
import { newId } from '../../ui/filter-builder/filter-tree.ts';
import {
  type ConfigDraft,
  cancelDraft,
  changeDraft,
  createConfig,
  type EditorState,
  editConfig,
  hasUnsavedChanges,
  selectedConfigId,
  showConfig,
} from './config-draft.ts';
import { configProblems, labelProblem, saveAsNewProblem } from './config-problems.ts';
import { useDeleteConfig, useMarketDataBlocks, useReadMarketUsage, useSaveConfig } from './queries.ts';

/** A dialog that confirms an action first. */
type EditorDialog =
  | { readonly kind: 'discard'; readonly onDiscard: () => void }
  | { readonly kind: 'save-shared' }
  | { readonly kind: 'delete'; readonly config: DataBlockConfig };

/** State and actions of the 'Configure data point' modal for one block; a template starts a new configuration. */
export function useConfigEditor(
  block: ConfigurableDataBlock,
  initialConfigId: string | null,
  template: DataBlockTemplate | null = null,
) {
  const { blockName } = block;
  const dataBlocks = useMarketDataBlocks('always');
  const configs = dataBlocks.configs
    .filter((config) => config.blockName === blockName)
    .sort((one, other) => one.label.localeCompare(other.label));
  const [state, setState] = useState<EditorState>(() => {
    const shown = showConfig(configs, initialConfigId);
    return template === null ? shown : createConfig(blockName, template, shown);
  });
  const [isAttempted, setAttempted] = useState(false);
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const saving = useSaveConfig();
  const readMarketUsage = useReadMarketUsage();
  const [isChecking, setChecking] = useState(false);
  const deleting = useDeleteConfig();

  const selectedId = selectedConfigId(state);
  const selected = configs.find(({ configId }) => configId === selectedId) ?? null;
  const draft = state.mode === 'editing' || state.mode === 'creating' ? state.draft : null;
  const editedId = state.mode === 'editing' ? state.configId : null;
  const problems = draft === null ? NO_PROBLEMS : configProblems(blockName, draft.config);
  const labelIssue = draft === null ? null : labelProblem(draft.label, configs, editedId);
  const isTaken = hasCode(saving.error, 'NAME_TAKEN');
  const isUnsaved = hasUnsavedChanges(state, configs);

  function goTo(next: EditorState) {
    saving.reset();
    setAttempted(false);
    setState(next);
  }
  /** Runs an action that loses the draft, after confirmation if it has changes. */
  function guard(action: () => void) {
    if (isUnsaved) setDialog({ kind: 'discard', onDiscard: action });
    else action();
  }
  async function save(configId: string, { label, config }: ConfigDraft) {
    setDialog(null);
    try {
      await saving.mutateAsync({ configId, blockName, label: label.trim(), config: { ...config } });
      goTo({ mode: 'reading', configId });
    } catch (error) {
      if (!hasCode(error, 'NAME_TAKEN')) notifySaveFailed(error);
    }
  }
  /** Asks first if markets use the configuration. */
  async function saveChange(configId: string, changed: ConfigDraft) {
    setChecking(true);
    try {
      if ((await readMarketUsage(configId)) > 0) setDialog({ kind: 'save-shared' });
      else await save(configId, changed);
    } catch (error) {
      notifySaveFailed(error);
    } finally {
      setChecking(false);
    }
  }
  function trySave(isConfirmed: boolean) {
    if (draft === null) return;
    setAttempted(true);
    if (labelIssue !== null || problems.size > 0) return;
    if (editedId === null) void save(newId(), draft);
    else if (isConfirmed) void save(editedId, draft);
    else void saveChange(editedId, draft);
  }
  async function remove({ configId }: DataBlockConfig) {
    setDialog(null);
    try {
      await deleting.mutateAsync(configId);
      if (configId === selectedId) goTo({ mode: 'empty' });
    } catch (error) {
      notifyError(error instanceof ApiError ? error.message : 'Failed to delete the configuration');
      dataBlocks.refetch();
    }
  }
  return {
    state,
    configs,
    usages: dataBlocks.usages,
    selected,
    draft,
    isUnsaved,
    isSaving: saving.isPending || isChecking,
    /** Shown after the first attempt to save, or once the server rejects the name. */
    labelError: isTaken ? 'Name must be unique' : isAttempted ? labelIssue : null,
    problems: isAttempted ? problems : NO_PROBLEMS,
    /** Why the draft cannot be saved as a new configuration; null if it can. */
    saveAsNewReason:
      draft === null ? null : (saveAsNewProblem(draft.label, configs) ?? problems.values().next().value ?? null),
    dialog,
    setDialog,
    guard,
    select: (configId: string) => guard(() => goTo({ mode: 'reading', configId })),
    edit: () => selected && goTo(editConfig(selected)),
    create: (template: DataBlockTemplate | null) => guard(() => goTo(createConfig(blockName, template, state))),
    change: (next: ConfigDraft) => {
      saving.reset();
      setState(changeDraft(state, next));
    },
    cancel: () => goTo(cancelDraft(state, configs)),
    trySave,
    saveAsNew: () => draft && void save(newId(), draft),
    remove: (config: DataBlockConfig) => void remove(config),
  };
}

function notifySaveFailed(error: unknown): void {
  const title = 'Failed to save data point configuration';
  const isExplained = hasCode(error, 'VALIDATION_FAILED');
  notifyError(isExplained ? messageOf(error) : title, isExplained ? { title } : {});
}

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

export type ConfigEditing = ReturnType<typeof useConfigEditor>;
