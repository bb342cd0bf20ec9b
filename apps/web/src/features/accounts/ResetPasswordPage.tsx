import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { resetPassword } from '@quarry/contracts';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { FormError } from './FormError.tsx';
import { SignInLayout } from './SignInLayout.tsx';

/** /reset-password: requests a code by e-mail. */
export default function ResetPasswordPage() {
  const search = useSearch({ from: '/reset-password' });
  const isDue = useLocation({ select: (location) => location.state.isResetDue === true });
  const navigate = useNavigate();
  const [email, setEmail] = useState(search.email ?? '');
  const [emailError, setEmailError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const address = email.trim().toLowerCase();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setError(null);
    setEmailError(address === '' ? 'Email is required' : null);
    if (address === '' || isBusy) return;
    setBusy(true);
    try {
      await call(resetPassword, { email: address });
      await navigate({ to: '/confirm-reset-password', search: { email: address } });
    } catch (thrown) {
      setError(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <SignInLayout
      title="Reset password"
      intro={
        isDue
          ? 'You need to reset your password before you can sign in. We will send a code to your e-mail address.'
          : 'We will send a code to your e-mail address. Use it to set a new password.'
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <FormError message={error === null ? null : 'Error during password reset'} detail={error} />
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            value={email}
            error={emailError}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={isBusy} fullWidth>
            Send code
          </Button>
          <Anchor component={Link} to="/login" size="sm" ta="center">
            Back to sign in
          </Anchor>
        </Stack>
      </form>
    </SignInLayout>
  );
}
