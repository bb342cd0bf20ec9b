import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

/** No rows because of the search over a list of `what`, e.g. "markets". */
export function NoMatches(props: { what: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`No ${props.what} match the provided search term`}
      icon={<IconSearchOff size={28} aria-hidden="true" />}
      action={
        <Button variant="default" onClick={props.onClear}>
          Clear search
        </Button>
      }
    />
  );
}
