import { Button, Stack } from '@mantine/core';
import { confirmNewPassword, type SignedIn } from '@quarry/contracts';
import { call } from '../../lib/api.ts';
import { FormError } from './FormError.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { useNewPassword } from './use-new-password.ts';

/** Sets the first password after a sign-in with a temporary one. */
export function SetPassword(props: { challenge: string; onDone: (signedIn: SignedIn) => void; onBack: () => void }) {
  const password = useNewPassword();
  const send = async () => {
    props.onDone(await call(confirmNewPassword, { challenge: props.challenge, newPassword: password.value }));
  };
  return (
    <SignInLayout title="Set password" intro="Choose the password you will sign in with from now on.">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void password.submit(send);
        }}
      >
        <Stack gap="md">
          <FormError message={password.failure === null ? null : `Error logging you in: ${password.failure}`} />
          <NewPasswordInput value={password.value} onChange={password.change} error={password.error} />
          <Button type="submit" loading={password.isBusy} fullWidth>
            Set password
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={props.onBack}>
            Back to sign in
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  );
}
