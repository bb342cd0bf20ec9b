import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const UnsavedChanges = lazy(() => import('./UnsavedChanges.tsx'));

/** What the leave-blocker needs to know. */
export interface LeaveBlocker {
  /** Whether there are changes that would be lost. */
  readonly isDirty: boolean;
  /** Saves; answers whether that worked. Left out where saving makes no sense. */
  readonly onSave?: () => Promise<boolean>;
  /** Undoes the changes before leaving; left out where leaving does that by itself. */
  readonly onDiscard?: () => void;
  readonly message?: string;
}

/**
 * Asks once before unsaved changes are lost: save, discard or stay. Mount `dialog` anywhere; call `guard(close)` before
 * closing a drawer. Leaving the page through a link, the back button or the browser is watched by itself.
 */
export function useLeaveBlocker(options: LeaveBlocker): { dialog: ReactNode; guard: (leave: () => void) => void } {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isSaving, setSaving] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => options.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => options.isDirty,
    withResolver: true,
  });
  const isOpen = leave !== null || blocker.status === 'blocked';
  // A closed dialog stays, to fade out and to return the focus.
  const [isWanted, setWanted] = useState(false);
  if (isOpen && !isWanted) setWanted(true);

  function stay() {
    setLeave(null);
    blocker.reset?.();
  }
  function go() {
    setLeave(null);
    leave?.();
    blocker.proceed?.();
  }
  async function save() {
    setSaving(true);
    try {
      if (await options.onSave?.()) go();
      else stay();
    } finally {
      setSaving(false);
    }
  }

  const dialog = (
    <Suspense>
      {isWanted && (
        <UnsavedChanges
          isOpen={isOpen}
          message={options.message}
          onStay={stay}
          onDiscard={() => {
            options.onDiscard?.();
            go();
          }}
          onSave={options.onSave && (() => void save())}
          isSaving={isSaving}
        />
      )}
    </Suspense>
  );
  return { dialog, guard: (action) => (options.isDirty ? setLeave(() => action) : action()) };
}
