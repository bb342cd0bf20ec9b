import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isSessionExpired, onExpiryChange } from '../../lib/session.ts';

const SignInAgain = lazy(() => import('./SignInAgain.tsx'));

/** The sign-in over the page, while calls wait for it. */
export function ExpiredSession() {
  const isExpired = useSyncExternalStore(onExpiryChange, isSessionExpired);
  return isExpired ? (
    <Suspense>
      <SignInAgain />
    </Suspense>
  ) : null;
}
