import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const UnsavedChanges = lazy(() => import('./UnsavedChanges.tsx'));

export interface LeaveBlocker {
  readonly isDirty: boolean;
  /** Saves and returns success. Leave out if there is nothing to save to. */
  readonly onSave?: () => Promise<boolean>;
  /** Undoes the changes before leaving. Leave out if leaving discards them anyway. */
  readonly onDiscard?: () => void;
  readonly message?: string;
  /** The name of the button that saves. Default: Save. */
  readonly saveLabel?: string;
}

/**
 * Asks before unsaved changes are lost: save, discard or stay. Render `dialog` anywhere and wrap the closing of drawers
 * in `guard(close)`. Links, the Back button and closing the tab are covered automatically.
 */
export function useLeaveBlocker(options: LeaveBlocker): {
  dialog: ReactNode;
  guard: (leave: () => void) => void;
} {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isSaving, setSaving] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => options.isDirty && isOtherPage(current, next),
    enableBeforeUnload: () => options.isDirty,
    withResolver: true,
  });
  const isOpen = leave !== null || blocker.status === 'blocked';
  // A closed dialog stays mounted to fade out and return the focus.
  const [hasOpened, setHasOpened] = useState(false);
  if (isOpen && !hasOpened) setHasOpened(true);

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
      {hasOpened && (
        <UnsavedChanges
          isOpen={isOpen}
          message={options.message}
          saveLabel={options.saveLabel ?? 'Save'}
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

interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** The hash holds what is open on a page; path and query say which page it is. */
function isOtherPage(current: Place, next: Place): boolean {
  return current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);
}
