import { IconFilter, IconFilterSearch, IconTelescope } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { plural } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** What stands in a market's preview where there are no companies. */
export function NoPreviewRows(props: {
  hasCriteria: boolean;
  hasPreview: boolean;
  /** Companies that match but are not listed under this tab. */
  elsewhere: number;
  /** The button that makes a preview. */
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
      {props.elsewhere > 0
        ? `Nothing is net new: ${plural(props.elsewhere, 'company of this market is', 'companies of this market are')} in your dataset already.`
        : 'The number beside each condition shows how many companies there would be without it.'}
    </EmptyState>
  );
}
