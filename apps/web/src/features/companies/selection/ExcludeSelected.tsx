import { IconBan } from '@tabler/icons-react';
import { usePermission } from '../../../lib/client-context.tsx';
import { tooManyToExclude, useExclude } from '../use-exclusion.ts';
import { ActionButton } from './ActionButton.tsx';
import { toCompanySelection } from './selection.ts';
import type { SelectionActionProps } from './selection-actions.ts';

/** Excludes the selected companies from the account; for administrators. */
export function ExcludeSelected({ selected, onDone }: SelectionActionProps) {
  const exclude = useExclude(selected.dataset.clientName, onDone);
  if (!usePermission('ADMIN')) return null;
  return (
    <ActionButton
      icon={IconBan}
      isRunning={exclude.isPending}
      disabledReason={tooManyToExclude(selected.count)}
      onClick={() => exclude.mutate(toCompanySelection(selected))}
    >
      Exclude
    </ActionButton>
  );
}
