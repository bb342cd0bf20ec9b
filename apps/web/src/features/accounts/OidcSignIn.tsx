import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { appPath } from '../../lib/app-path.ts';
import { SignInLayout } from './SignInLayout.tsx';

function withNext(authorizeUrl: string, next: string | undefined): string {
  const url = new URL(authorizeUrl, window.location.origin);
  // Only our own server knows what to do with it; a provider might refuse parameters that it doesn't expect.
  if (url.origin === window.location.origin) url.searchParams.set('next', appPath(next));
  return url.href;
}

/** Sends the person to the external provider; just after signing out only on demand, or they would be back at once. */
export function OidcSignIn(props: { authorizeUrl: string; next: string | undefined }) {
  const hasSignedOut = useLocation({ select: (location) => location.state.hasSignedOut === true });
  const url = withNext(props.authorizeUrl, props.next);
  useEffect(() => {
    if (!hasSignedOut) window.location.assign(url);
  }, [hasSignedOut, url]);
  return (
    <SignInLayout
      title={hasSignedOut ? 'You are signed out' : 'Sign in'}
      intro={hasSignedOut ? null : 'Taking you to the sign-in page of your organisation…'}
    >
      <Button component="a" href={url} fullWidth>
        Sign in with your organisation
      </Button>
    </SignInLayout>
  );
}
