import {
  type ConfigProblem,
  INVALID_CONFIG,
  type OutputOf,
  saveClientConfig,
  validateClientConfig,
} from '@quarry/contracts';
import { useState } from 'react';
import { ApiError, call, messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { configProblemsIn } from './config-problems-in.ts';
import type { Confirmation } from './SaveDialog.tsx';
import type { ClientEditor } from './use-client-editor.ts';

export type Checked = OutputOf<typeof validateClientConfig>;

/** Where a save is: the dialog that is open, with what it shows. */
type Step = { readonly kind: 'confirm' | 'conflict'; readonly checked: Checked } | null;

/** Saves an edited config: checks it, asks for what has to be confirmed, and never overwrites what nobody saw. */
export function useSaveClient(editor: ClientEditor) {
  const { name, changes, versions } = editor;
  const [step, setStep] = useState<Step>(null);
  const [problems, setProblems] = useState<readonly ConfigProblem[]>([]);
  const [newCount, setNewCount] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notifyError(error instanceof ApiError ? messageOf(error) : 'Failed please contact eng team.');
    } finally {
      setBusy(false);
    }
  }
  async function check(known = versions) {
    setNewCount(null);
    const checked = await call(validateClientConfig, { name, config: changes, versions: known, base: basesOf(editor) });
    setProblems(checked.problems);
    if (checked.problems.length > 0) {
      setStep(null);
      notifyError(INVALID_CONFIG);
    } else setStep({ kind: checked.conflicts.length > 0 ? 'conflict' : 'confirm', checked });
  }
  async function save(confirmation: Confirmation) {
    try {
      const saved = await call(saveClientConfig, { name, config: changes, versions, ...confirmation });
      setStep(null);
      await editor.finish(saved);
      notifySuccess('Config saved');
    } catch (error) {
      if (hasCode(error, 'COUNT_CHANGED')) setNewCount(countIn(error));
      else if (hasCode(error, 'VALIDATION_FAILED')) {
        setStep(null);
        setProblems(configProblemsIn(error));
        notifyError(INVALID_CONFIG);
      } else if (hasCode(error, 'RESOURCE_OUT_OF_SYNC') || hasCode(error, 'BREAKING_CHANGES')) await check();
      else throw error;
    }
  }
  return {
    step,
    problems,
    newCount,
    isBusy,
    start: () => void run(check),
    save: (confirmation: Confirmation) => void run(() => save(confirmation)),
    /** After the other person's changes were shown. */
    overwrite: (checked: Checked) => {
      editor.acceptVersions(checked.versions);
      void run(() => check(checked.versions));
    },
    close: () => setStep(null),
    clear: () => {
      setStep(null);
      setProblems([]);
    },
  };
}

/** The changed parts as they were when the editing began. */
function basesOf({ base, changes }: ClientEditor): Record<string, unknown> {
  return Object.fromEntries(Object.entries(base).filter(([part]) => Object.hasOwn(changes, part)));
}

function countIn(error: unknown): number | null {
  const count = error instanceof ApiError ? error.context.netNewCompanies : null;
  return typeof count === 'number' ? count : null;
}
