import { IconUsersGroup } from '@tabler/icons-react';
import { hasCode } from '../../lib/api-error.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ButtonLink } from '../../ui/links.tsx';

/** A segment that does not exist, or could not be read. */
export function SegmentNotLoaded(props: { error: Error; clientName: string; onRetry: () => void }) {
  if (!hasCode(props.error, 'NOT_FOUND')) {
    return <ErrorState title="The segment could not be loaded" error={props.error} onRetry={props.onRetry} />;
  }
  return (
    <EmptyState
      title="This segment does not exist"
      icon={<IconUsersGroup size={28} aria-hidden="true" />}
      action={
        <ButtonLink to="/app/$clientName/segments" params={{ clientName: props.clientName }} search={{}}>
          All segments
        </ButtonLink>
      }
    >
      It may have been deleted since the link was made.
    </EmptyState>
  );
}
