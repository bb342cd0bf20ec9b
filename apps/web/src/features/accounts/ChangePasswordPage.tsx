import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { changePassword } from '@quarry/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { FormError } from './FormError.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { useNewPassword } from './use-new-password.ts';

/** /change-password: current and new password, then /app. */
export default function ChangePasswordPage() {
  const navigate = useNavigate();
  const [current, setCurrent] = useState('');
  const [currentError, setCurrentError] = useState<string | null>(null);
  const password = useNewPassword();

  function submit(event: FormEvent) {
    event.preventDefault();
    setCurrentError(current === '' ? 'Password is required' : null);
    if (current === '') return;
    void password.submit(async () => {
      await call(changePassword, { currentPassword: current, newPassword: password.value });
      notifySuccess('Password changed');
      await navigate({ to: '/app' });
    });
  }

  return (
    <SignInLayout title="Change password" intro="Your other sessions end when the password changes.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FormError
            message={password.failure === null ? null : `Error while changing password: ${password.failure}`}
          />
          <PasswordInput
            label="Current password"
            name="current-password"
            autoComplete="current-password"
            autoFocus
            value={current}
            error={currentError}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <NewPasswordInput value={password.value} onChange={password.change} error={password.error} />
          <Button type="submit" loading={password.isBusy} fullWidth>
            Change password
          </Button>
          <Anchor component={Link} to="/app" size="sm" ta="center">
            Cancel
          </Anchor>
        </Stack>
      </form>
    </SignInLayout>
  );
}
