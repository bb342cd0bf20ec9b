import { Button, Stack } from '@mantine/core';
import { exchangeOidcCode } from '@quarry/contracts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { enterApp } from './enter-app.ts';
import { FormError } from './FormError.tsx';
import { takeNext } from './oidc-next.ts';
import { SignInLayout } from './SignInLayout.tsx';

/** /login/callback: exchanges the identity provider's code for a session. */
export default function LoginCallbackPage() {
  const { code, state, error, error_description } = useSearch({ from: '/login/callback' });
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  // A code works only once, but strict mode runs effects twice.
  const usedCode = useRef<string | null>(null);
  const isComplete = code !== undefined && state !== undefined && error === undefined;

  useEffect(() => {
    if (!isComplete || usedCode.current === code) return;
    usedCode.current = code;
    call(exchangeOidcCode, { code, state }).then(
      (response) => void navigate(enterApp(response, takeNext() ?? response.next)),
      (thrown: unknown) => setFailure(messageOf(thrown)),
    );
  }, [isComplete, code, state, navigate]);

  const reason = isComplete ? failure : (error_description ?? error ?? "The provider's response is incomplete.");
  if (reason === null) {
    return (
      <SignInLayout title="Sign in">
        <LoadingState label="Signing you in" height={120} />
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title="Sign in">
      <Stack gap="md">
        <FormError message={`Error logging you in: ${reason}`} />
        <Button renderRoot={(root) => <Link to="/login" {...root} />} fullWidth>
          Try again
        </Button>
      </Stack>
    </SignInLayout>
  );
}
