import { IconFilterCheck } from '@tabler/icons-react';
import { formatNumber } from '../../../lib/format.ts';
import { useExplorer } from '../use-explorer.ts';
import { ActionButton } from './ActionButton.tsx';
import { stateOf } from './selection.ts';
import type { SelectionActionProps } from './selection-actions.ts';

/** Browsers and mail programs cut longer addresses. */
const MAX_IN_ADDRESS = 1_000;

/** Replaces the filters by one that finds the selected companies. */
export function FilterToSelected({ selected }: SelectionActionProps) {
  const { setState } = useExplorer();
  const { companyIds } = selected;
  const reason =
    companyIds === null
      ? 'The table already shows all of them'
      : companyIds.length > MAX_IN_ADDRESS
        ? `A filter can name at most ${formatNumber(MAX_IN_ADDRESS)} companies`
        : null;
  return (
    <ActionButton
      icon={IconFilterCheck}
      disabledReason={reason}
      onClick={() => setState((old) => stateOf(old, companyIds))}
    >
      Filter to these
    </ActionButton>
  );
}
