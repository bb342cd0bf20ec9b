import { IconUsersGroup } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ActionButton } from './ActionButton.tsx';
import type { SelectionActionProps } from './selection-actions.ts';

const AddToSegmentDialog = lazy(() => import('./AddToSegmentDialog.tsx'));

/** Puts the selected companies into a new segment or an existing one. */
export function AddToSegment({ selected, onDone }: SelectionActionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton icon={IconUsersGroup} onClick={() => setOpen(true)}>
        Add to segment
      </ActionButton>
      <Suspense fallback={null}>
        {isOpen && <AddToSegmentDialog selected={selected} onDone={onDone} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
