import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { leaveSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { SignInLayout } from './SignInLayout.tsx';

/** /logout: ends the session, then opens the sign-in page. */
export default function LogoutPage() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const leave = useCallback(() => {
    leaveSession()
      .then(() => navigate({ to: '/login', replace: true, state: { hasSignedOut: true } }), setFailure)
      .finally(() => queryClient.clear());
  }, [navigate]);
  useEffect(leave, [leave]);
  if (failure !== null) {
    return (
      <SignInLayout
        title="Not signed out everywhere"
        intro="This browser has forgotten you, but the sign-out did not reach the server."
      >
        <ErrorState
          error={failure}
          onRetry={() => {
            setFailure(null);
            leave();
          }}
        />
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title="Signing out">
      <LoadingState label="Signing you out" height={120} />
    </SignInLayout>
  );
}
