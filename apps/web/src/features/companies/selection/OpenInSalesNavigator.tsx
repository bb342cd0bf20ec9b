import { IconBrandLinkedin } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useFeatureFlag } from '../../../lib/client-context.tsx';
import { ActionButton } from './ActionButton.tsx';
import { stateOf } from './selection.ts';
import type { SelectionActionProps } from './selection-actions.ts';

const SalesNavigator = lazy(() => import('../SalesNavigator.tsx'));

/** Opens the selected companies with LinkedIn Sales Navigator. */
export function OpenInSalesNavigator({ selected }: SelectionActionProps) {
  const [isOpen, setOpen] = useState(false);
  const { state, companyIds } = selected;
  const chosen = useMemo(() => (isOpen ? stateOf(state, companyIds) : null), [isOpen, state, companyIds]);
  if (!useFeatureFlag('openInLinkedInSalesNav')) return null;
  return (
    <>
      <ActionButton icon={IconBrandLinkedin} onClick={() => setOpen(true)}>
        Open with LinkedIn
      </ActionButton>
      <Suspense fallback={null}>
        {chosen !== null && <SalesNavigator dataset={selected.dataset} state={chosen} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
