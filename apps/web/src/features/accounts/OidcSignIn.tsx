import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { appPath } from '../../lib/app-path.ts';
import { keepNext } from './oidc-next.ts';
import { SignInLayout } from './SignInLayout.tsx';

/** Redirects to the identity provider, but waits for a click after signing out: it would sign the person in again. */
export function OidcSignIn(props: { authorizeUrl: string; next: string | undefined }) {
  const hasSignedOut = useLocation({ select: (location) => location.state.hasSignedOut === true });
  const { authorizeUrl, next } = props;
  useEffect(() => {
    keepNext(appPath(next));
    if (!hasSignedOut) window.location.assign(authorizeUrl);
  }, [hasSignedOut, authorizeUrl, next]);
  return (
    <SignInLayout
      title={hasSignedOut ? 'You are signed out' : 'Sign in'}
      intro={hasSignedOut ? null : 'Taking you to the sign-in page of your organisation…'}
    >
      <Button component="a" href={authorizeUrl} fullWidth>
        Sign in with your organisation
      </Button>
    </SignInLayout>
  );
}
