import { IconFilter, IconFilterSearch, IconTelescope } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { plural } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** The empty state of a market's preview. */
export function NoPreviewRows(props: {
  hasCriteria: boolean;
  hasPreview: boolean;
  /** Matching companies that this tab leaves out because they are in the dataset already. */
  ownedCount: number;
  /** The button that starts a preview. */
  action: ReactNode;
}) {
  if (!props.hasCriteria) {
    return (
      <EmptyState title="No filters provided" icon={<IconFilter size={28} aria-hidden="true" />}>
        Add conditions to the market definition to see which companies match.
      </EmptyState>
    );
  }
  if (!props.hasPreview) {
    return (
      <EmptyState title="No preview yet" icon={<IconTelescope size={28} aria-hidden="true" />} action={props.action}>
        A preview shows the best companies of this market and how many there are.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No companies match your market definition"
      icon={<IconFilterSearch size={28} aria-hidden="true" />}
    >
      {props.ownedCount > 0
        ? `Nothing is net new: ${plural(props.ownedCount, 'company in this market is', 'companies in this market are')} already in your dataset.`
        : 'The number beside each condition shows how many companies would match without it.'}
    </EmptyState>
  );
}
