import { useCallback } from 'react';
import { messageOf } from './api.ts';
import { notifyError } from './notify.ts';
import { useUserSettings } from './user-settings.ts';

/** Steps of the first visit, by the id under which they are remembered: that of their tour. */
type ChecklistStepId = 'filter' | 'tag' | 'market';

/** Ticks a step of the first visit off, once the person has done it by themselves or seen its tour. */
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
