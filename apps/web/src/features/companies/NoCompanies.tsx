import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ExplorerState } from '../datasets/explorer-state.ts';

/** Explains an empty result: nothing matches, or the dataset is empty. */
export default function NoCompanies(props: { state: ExplorerState; onClear: () => void }) {
  const { filters, search, tab } = props.state;
  const isFiltered = filters !== null || search !== '';
  return (
    <EmptyState
      title="No matching companies could be found"
      icon={<IconSearchOff size={28} aria-hidden="true" />}
      action={
        isFiltered ? (
          <Button variant="default" onClick={props.onClear}>
            Clear filters
          </Button>
        ) : null
      }
    >
      {isFiltered
        ? 'Loosen a filter or search for something else.'
        : tab === 'ALL'
          ? 'The dataset has no companies yet. They appear here once some match its criteria.'
          : 'Nothing was added or changed in the last 30 days.'}
    </EmptyState>
  );
}
