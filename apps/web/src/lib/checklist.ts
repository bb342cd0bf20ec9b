import { useCallback } from 'react';
import { messageOf } from './api.ts';
import { notifyError } from './notify.ts';
import { useUserSettings } from './user-settings.ts';

/** The stored id of a step of the first visit, the same as its tour's. */
type ChecklistStepId = 'filter' | 'tag' | 'market' | 'segment';

/** Returns a function that ticks off a step of the first visit. */
export function useChecklistTick(): (step: ChecklistStepId) => void {
  const { settings, update } = useUserSettings();
  const checklist = settings?.checklist;
  return useCallback(
    (step) => {
      if (checklist === undefined || checklist.done.includes(step)) return;
      update({ checklist: { ...checklist, done: [...checklist.done, step] } }).catch((error: unknown) =>
        notifyError(messageOf(error)),
      );
    },
    [checklist, update],
  );
}
