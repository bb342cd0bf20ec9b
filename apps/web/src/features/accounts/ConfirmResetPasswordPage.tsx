import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { confirmResetPassword } from '@quarry/contracts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { enterApp } from './enter-app.ts';
import { FormError } from './FormError.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { useNewPassword } from './use-new-password.ts';

/** /confirm-reset-password: e-mail, code and new password; then signs in and opens /app. */
export default function ConfirmResetPasswordPage() {
  const search = useSearch({ from: '/confirm-reset-password' });
  const navigate = useNavigate();
  const [email, setEmail] = useState(search.email ?? '');
  const [code, setCode] = useState(search.code ?? '');
  const [fieldErrors, setFieldErrors] = useState<{ email?: string; code?: string }>({});
  const password = useNewPassword();
  const address = email.trim().toLowerCase();

  function submit(event: FormEvent) {
    event.preventDefault();
    setFieldErrors({
      email: address === '' ? 'Email is required' : undefined,
      code: code.trim() === '' ? 'Code is required' : undefined,
    });
    if (address === '' || code.trim() === '') return;
    void password.submit(async () => {
      const signedIn = await call(confirmResetPassword, { email: address, code, newPassword: password.value });
      await navigate(enterApp(signedIn, '/app'));
    });
  }

  return (
    <SignInLayout
      title="Set a new password"
      intro={
        search.email
          ? `If ${search.email} belongs to an account, we have sent it a code.`
          : 'Enter the code that we e-mailed you.'
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FormError
            message={password.failure === null ? null : 'Error during password reset'}
            detail={password.failure}
          />
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            error={fieldErrors.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextInput
            label="Code"
            name="code"
            autoComplete="one-time-code"
            autoFocus
            value={code}
            error={fieldErrors.code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <NewPasswordInput value={password.value} onChange={password.change} error={password.error} />
          <Button type="submit" loading={password.isBusy} fullWidth>
            Set password and sign in
          </Button>
          <Anchor component={Link} to="/reset-password" size="sm" ta="center">
            Send a new code
          </Anchor>
        </Stack>
      </form>
    </SignInLayout>
  );
}
