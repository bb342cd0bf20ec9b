import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

/** The empty state of a search without results. `noun` is plural, e.g. "markets". */
export function NoMatches(props: { noun: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`No ${props.noun} match the provided search term`}
      icon={<IconSearchOff size={28} aria-hidden="true" />}
      action={
        <Button variant="default" onClick={props.onClear}>
          Clear search
        </Button>
      }
    />
  );
}
