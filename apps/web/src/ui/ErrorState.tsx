import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';

function detailOf(error: unknown): string {
  if (error instanceof ApiError) {
    return [error.status > 0 ? `Status ${error.status}` : 'No answer', error.errorCode].join(' · ');
  }
  return error instanceof Error ? error.message : String(error);
}

/** An error in place: what happened, Retry, and technical detail with the request id behind 'Details'. */
export function ErrorState(props: { error: unknown; title?: string; onRetry?: () => void; retryLabel?: string }) {
  const [isOpen, setOpen] = useState(false);
  const requestId = props.error instanceof ApiError ? props.error.requestId : null;
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
          <Group gap="xs">
            <Code>{detailOf(props.error)}</Code>
            {requestId ? (
              <>
                <Code>Request {requestId}</Code>
                <CopyButton value={requestId}>
                  {({ copied, copy }) => (
                    <Button size="compact-xs" variant="default" onClick={copy}>
                      {copied ? 'Copied' : 'Copy request id'}
                    </Button>
                  )}
                </CopyButton>
              </>
            ) : null}
          </Group>
        ) : null}
      </Stack>
    </Alert>
  );
}
