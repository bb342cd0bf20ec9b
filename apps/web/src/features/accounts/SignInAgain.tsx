import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { userQuery } from '../../lib/client-context.tsx';
import { beginSession, endSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { authConfigQuery } from './queries.ts';

/** Signs an expired session in again, over the page, whose waiting calls then continue. */
export default function SignInAgain() {
  const user = useQueryClient().getQueryData(userQuery.queryKey);
  const config = useQuery(authConfigQuery);
  const authorizeUrl = config.data?.provider === 'oidc' ? config.data.authorizeUrl : null;
  const leave = (
    <Anchor component="button" type="button" size="sm" ta="center" onClick={endSession}>
      Leave this page
    </Anchor>
  );
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Please sign in again"
      centered
      size="sm"
      zIndex={1000}
    >
      <Stack gap="md">
        <Text size="sm">Your session has expired. This page stays as it is and continues once you have signed in.</Text>
        {config.isPending ? (
          <LoadingState label="Preparing the sign-in" height={160} />
        ) : config.isError ? (
          <ErrorState error={config.error} onRetry={() => void config.refetch()} />
        ) : authorizeUrl !== null ? (
          <>
            <Button component="a" href={authorizeUrl} target="_blank" fullWidth data-autofocus>
              Sign in with your organisation
            </Button>
            <Text size="sm" c="dimmed">
              The sign-in opens in a new tab. Come back to this one afterwards.
            </Text>
            {leave}
          </>
        ) : (
          <PasswordForm
            {...(user === undefined ? {} : { email: user.email })}
            onDone={beginSession}
            // Both need the sign-in page.
            onNewPassword={endSession}
            onReset={endSession}
          >
            {leave}
          </PasswordForm>
        )}
      </Stack>
    </Modal>
  );
}
