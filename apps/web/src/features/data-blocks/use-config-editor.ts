import type { ConfigurableDataBlock, DataBlockConfig, DataBlockTemplate } from '@quarry/contracts';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
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
  showConfig,
  shownConfig,
} from './config-draft.ts';
import { configProblems, labelProblem, saveAsNewProblem } from './config-problems.ts';
import { useDeleteConfig, useMarketDataBlocks, useReadMarketUsage, useSaveConfig } from './queries.ts';

/** What a person is asked before going on. */
export type Question =
  | { readonly about: 'discard'; readonly go: () => void }
  | { readonly about: 'change-for-all' }
  | { readonly about: 'delete'; readonly config: DataBlockConfig };

/** Everything that the 'Configure data point' modal does with the saved configurations of a block. */
export function useConfigEditor(block: ConfigurableDataBlock, selectedConfigId: string | null) {
  const { blockName } = block;
  const dataBlocks = useMarketDataBlocks('always');
  const configs = dataBlocks.configs
    .filter((config) => config.blockName === blockName)
    .sort((one, other) => one.label.localeCompare(other.label));
  const [state, setState] = useState<EditorState>(() => showConfig(configs, selectedConfigId));
  const [isAttempted, setAttempted] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const saving = useSaveConfig();
  const readMarketUsage = useReadMarketUsage();
  const [isChecking, setChecking] = useState(false);
  const deleting = useDeleteConfig();

  const shownId = shownConfig(state);
  const shown = configs.find(({ configId }) => configId === shownId) ?? null;
  const draft = state.mode === 'editing' || state.mode === 'creating' ? state.draft : null;
  const ownId = state.mode === 'editing' ? state.configId : null;
  const problems = draft === null ? NO_PROBLEMS : configProblems(blockName, draft.config);
  const labelIssue = draft === null ? null : labelProblem(draft.label, configs, ownId);
  const isTaken = saving.error instanceof ApiError && saving.error.errorCode === 'NAME_TAKEN';
  const isUnsaved = hasUnsavedChanges(state, configs);

  function goTo(next: EditorState) {
    saving.reset();
    setAttempted(false);
    setState(next);
  }
  /** Does something that would lose the draft, after asking where there is one. */
  function guard(go: () => void) {
    if (isUnsaved) setQuestion({ about: 'discard', go });
    else go();
  }
  async function save(configId: string, { label, config }: ConfigDraft) {
    setQuestion(null);
    try {
      await saving.mutateAsync({ configId, blockName, label: label.trim(), config: { ...config } });
      goTo({ mode: 'reading', configId });
    } catch (error) {
      const isNameTaken = error instanceof ApiError && error.errorCode === 'NAME_TAKEN';
      if (!isNameTaken) sayFailed(error);
    }
  }
  /** Asks first where markets use the configuration. */
  async function saveChange(configId: string, changed: ConfigDraft) {
    setChecking(true);
    try {
      if ((await readMarketUsage(configId)) > 0) setQuestion({ about: 'change-for-all' });
      else await save(configId, changed);
    } catch (error) {
      sayFailed(error);
    } finally {
      setChecking(false);
    }
  }
  function trySave(isConfirmed: boolean) {
    if (draft === null) return;
    setAttempted(true);
    if (labelIssue !== null || problems.size > 0) return;
    if (ownId === null) void save(newId(), draft);
    else if (isConfirmed) void save(ownId, draft);
    else void saveChange(ownId, draft);
  }
  async function remove({ configId }: DataBlockConfig) {
    setQuestion(null);
    try {
      await deleting.mutateAsync(configId);
      if (configId === shownId) goTo({ mode: 'empty' });
    } catch (error) {
      notifyError(error instanceof ApiError ? error.message : 'Failed to delete the configuration');
      dataBlocks.refetch();
    }
  }
  return {
    state,
    configs,
    usages: dataBlocks.usages,
    shown,
    draft,
    isUnsaved,
    isSaving: saving.isPending || isChecking,
    /** Shown once somebody tried to save; a name that the server refused at once. */
    labelError: isTaken ? 'Name must be unique' : isAttempted ? labelIssue : null,
    problems: isAttempted ? problems : NO_PROBLEMS,
    /** Why the draft cannot be saved under a name of its own; null when it can. */
    saveAsNewReason:
      draft === null ? null : (saveAsNewProblem(draft.label, configs) ?? problems.values().next().value ?? null),
    question,
    ask: setQuestion,
    guard,
    select: (configId: string) => guard(() => goTo({ mode: 'reading', configId })),
    edit: () => shown && goTo(editConfig(shown)),
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

function sayFailed(error: unknown): void {
  const title = 'Failed to save data point configuration';
  const isExplained = error instanceof ApiError && error.errorCode === 'VALIDATION_FAILED';
  notifyError(isExplained ? error.message : title, isExplained ? { title } : {});
}

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** The editor of a block's configurations, as the parts of the modal take it. */
export type ConfigEditing = ReturnType<typeof useConfigEditor>;
