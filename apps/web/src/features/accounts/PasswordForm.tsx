import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SignedIn, signIn } from '@quarry/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { FormError } from './FormError.tsx';

/** Signs in with e-mail and password, then calls back for the next step. */
export function PasswordForm(props: {
  /** The only person who may sign in; leave out for anyone. */
  email?: string;
  onDone: (signedIn: SignedIn) => void;
  onNewPassword: (challenge: string) => void;
  onReset: (email: string) => void;
  /** Stands below the button. */
  children: ReactNode;
}) {
  const isKnown = props.email !== undefined;
  const [email, setEmail] = useState(props.email ?? '');
  const [password, setPassword] = useState('');
  const [fieldErrors, setFieldErrors] = useState<{ email?: string; password?: string }>({});
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const address = email.trim().toLowerCase();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setError(null);
    setFieldErrors({
      email: address === '' ? 'Email is required' : undefined,
      password: password === '' ? 'Password is required' : undefined,
    });
    if (address === '' || password === '' || isBusy) return;
    setBusy(true);
    try {
      const result = await call(signIn, { email: address, password });
      if (result.step === 'DONE') props.onDone(result);
      else if (result.step === 'RESET_PASSWORD') props.onReset(address);
      else props.onNewPassword(result.challenge);
    } catch (thrown) {
      setError(`Error logging you in: ${messageOf(thrown)}`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <FormError message={error} />
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus={!isKnown}
          readOnly={isKnown}
          value={email}
          error={fieldErrors.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus={isKnown || undefined}
          value={password}
          error={fieldErrors.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          Sign in
        </Button>
        {props.children}
      </Stack>
    </form>
  );
}
