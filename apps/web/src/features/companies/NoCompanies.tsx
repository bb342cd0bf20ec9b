import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ExplorerState } from '../datasets/explorer-state.ts';

/** No rows: because of the search and the filters, or because the dataset is empty. */
export function NoCompanies(props: { state: ExplorerState; onClear: () => void }) {
  const { filters, search, tab } = props.state;
  const isNarrowed = filters !== null || search !== '';
  return (
    <EmptyState
      title="No matching companies could be found"
      icon={<IconSearchOff size={28} aria-hidden="true" />}
      action={
        isNarrowed ? (
          <Button variant="default" onClick={props.onClear}>
            Clear filters
          </Button>
        ) : null
      }
    >
      {isNarrowed
        ? 'Loosen a filter or search for something else.'
        : tab === 'ALL'
          ? 'The dataset holds no companies yet. They appear here once its criteria match some.'
          : 'Nothing was added or changed in the last 30 days.'}
    </EmptyState>
  );
}
