import { getAuthConfig } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { enterApp } from './enter-app.ts';
import { OidcSignIn } from './OidcSignIn.tsx';
import { PasswordSignIn } from './PasswordSignIn.tsx';
import { SetPassword } from './SetPassword.tsx';
import { SignInLayout } from './SignInLayout.tsx';

/** /login: e-mail and password, a first password if due, or the external identity provider. */
export default function LoginPage() {
  const { next } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<string | null>(null);
  const config = useQuery({
    queryKey: ['auth-config'],
    queryFn: ({ signal }) => call(getAuthConfig, {}, { signal }),
    // The authorize URL holds a one-time state: fetch a fresh one per visit and never replace it during a sign-in.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  if (config.isPending) {
    return (
      <SignInLayout title="Sign in">
        <LoadingState label="Preparing the sign-in" height={160} />
      </SignInLayout>
    );
  }
  if (config.data?.provider === 'oidc' && config.data.authorizeUrl !== null) {
    return <OidcSignIn authorizeUrl={config.data.authorizeUrl} next={next} />;
  }
  if (challenge !== null) {
    return (
      <SetPassword
        challenge={challenge}
        onDone={(signedIn) => void navigate(enterApp(signedIn, next))}
        onBack={() => setChallenge(null)}
      />
    );
  }
  return (
    <PasswordSignIn
      onDone={(signedIn) => void navigate(enterApp(signedIn, next))}
      onNewPassword={setChallenge}
      onReset={(email) => void navigate({ to: '/reset-password', search: { email }, state: { isResetDue: true } })}
    />
  );
}
