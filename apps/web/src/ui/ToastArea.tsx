import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isToastAreaNeeded, onToastAreaNeeded } from '../lib/toast-area.ts';

const Toasts = lazy(() => import('./Toasts.tsx'));

/** The toast area, loaded with the first toast. */
export function ToastArea() {
  const isNeeded = useSyncExternalStore(onToastAreaNeeded, isToastAreaNeeded);
  return isNeeded ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}
