import { Button } from '@mantine/core';
import { IconSearchOff, IconUsersGroup } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { DOCS } from '../help/docs-links.ts';

/** The empty list: no segment matches the search, or there are none yet. */
export function NoSegments(props: { clientName: string; search: string; onClear: () => void }) {
  if (props.search !== '') {
    return (
      <EmptyState
        title="No segments matching search"
        icon={<IconSearchOff size={28} aria-hidden="true" />}
        action={
          <Button variant="default" onClick={props.onClear}>
            Clear search
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="You don't have any segments"
      icon={<IconUsersGroup size={28} aria-hidden="true" />}
      docs={{ href: DOCS.segments.href, label: 'How segments work' }}
      action={
        <ButtonLink
          to="/app/$clientName/segments/edit/$segmentId"
          params={{ clientName: props.clientName, segmentId: 'new' }}
          search={{}}
        >
          Create your first segment
        </ButtonLink>
      }
    >
      A segment is a list of companies from your dataset. Add personas to it to find the right people at each of them.
    </EmptyState>
  );
}
