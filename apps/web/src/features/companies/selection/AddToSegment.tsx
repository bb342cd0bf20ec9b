import { IconUsersGroup } from '@tabler/icons-react';
import { lazy } from 'react';
import { DialogAction } from './DialogAction.tsx';
import type { SelectionActionProps } from './selection-actions.ts';

const AddToSegmentDialog = lazy(() => import('./AddToSegmentDialog.tsx'));

/** Puts the selected companies into a new segment or an existing one. */
export function AddToSegment({ selected, onDone }: SelectionActionProps) {
  return (
    <DialogAction icon={IconUsersGroup} label="Add to segment">
      {(close) => <AddToSegmentDialog selected={selected} onDone={onDone} onClose={close} />}
    </DialogAction>
  );
}
