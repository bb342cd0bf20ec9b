import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { leaveSession } from '../../lib/session.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { SignInLayout } from './SignInLayout.tsx';

/** /logout: ends the session, then leads to the sign-in page. */
export default function LogoutPage() {
  const navigate = useNavigate();
  useEffect(() => {
    leaveSession()
      .catch((error: unknown) => console.debug('The server could not be told of the sign-out', error))
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
