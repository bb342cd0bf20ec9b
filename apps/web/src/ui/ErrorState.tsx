import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '../lib/api-error.ts';

const ErrorDetails = lazy(() => import('./ErrorDetails.tsx'));

/** An inline error: the message, Retry, and technical details behind 'Details'. */
export function ErrorState(props: { error: unknown; title?: string; onRetry?: () => void; retryLabel?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={props.title ?? 'Something went wrong'} m="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{messageOf(props.error)}</Text>
        <Group gap="xs">
          {props.onRetry ? (
            <Button size="xs" variant="default" onClick={props.onRetry}>
              {props.retryLabel ?? 'Retry'}
            </Button>
          ) : null}
          <Button size="xs" variant="transparent" color="red" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Details
          </Button>
        </Group>
        {isOpen ? (
          <Suspense>
            <ErrorDetails error={props.error} />
          </Suspense>
        ) : null}
      </Stack>
    </Alert>
  );
}
