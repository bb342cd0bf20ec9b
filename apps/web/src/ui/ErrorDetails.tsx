import { Button, Code, CopyButton, Group } from '@mantine/core';
import { ApiError } from '../lib/api-error.ts';

function detailOf(error: unknown): string {
  if (error instanceof ApiError) {
    return [error.status > 0 ? `Status ${error.status}` : 'No answer', error.errorCode].join(' · ');
  }
  return error instanceof Error ? error.message : String(error);
}

/** Technical details of an error, with the request id to copy for a search in the logs. */
export default function ErrorDetails({ error }: { error: unknown }) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Group gap="xs">
      <Code>{detailOf(error)}</Code>
      {requestId === null ? null : (
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
      )}
    </Group>
  );
}
