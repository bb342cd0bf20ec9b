import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { enterApp } from './enter-app.ts';
import { OidcSignIn } from './OidcSignIn.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { authConfigQuery } from './queries.ts';
import { SetPassword } from './SetPassword.tsx';
import { SignInLayout } from './SignInLayout.tsx';

/** /login: e-mail and password, a first password if due, or the external identity provider. */
export default function LoginPage() {
  const { next } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<string | null>(null);
  const config = useQuery(authConfigQuery);

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
    <SignInLayout title="Sign in">
      <PasswordForm
        onDone={(signedIn) => void navigate(enterApp(signedIn, next))}
        onNewPassword={setChallenge}
        onReset={(email) => void navigate({ to: '/reset-password', search: { email }, state: { isResetDue: true } })}
      >
        <Anchor component={Link} to="/reset-password" size="sm" ta="center">
          Forgot your password?
        </Anchor>
      </PasswordForm>
    </SignInLayout>
  );
}
