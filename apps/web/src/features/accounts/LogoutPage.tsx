import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { leaveSession } from '../../lib/session.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { SignInLayout } from './SignInLayout.tsx';

/** /logout: ends the session, then opens the sign-in page. */
export default function LogoutPage() {
  const navigate = useNavigate();
  useEffect(() => {
    leaveSession()
      .catch((error: unknown) => console.debug('The sign-out did not reach the server', error))
      .finally(() => {
        queryClient.clear();
        void navigate({ to: '/login', replace: true, state: { hasSignedOut: true } });
      });
  }, [navigate]);
  return (
    <SignInLayout title="Signing out">
      <LoadingState label="Signing you out" height={120} />
    </SignInLayout>
  );
}
