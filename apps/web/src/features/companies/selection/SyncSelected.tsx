import { IconArrowsExchange } from '@tabler/icons-react';
import { lazy } from 'react';
import { usePermission } from '../../../lib/client-context.tsx';
import { DialogAction } from './DialogAction.tsx';
import type { SelectionActionProps } from './selection-actions.ts';

const SyncCompanies = lazy(() => import('../SyncCompanies.tsx'));

/** Opens the sync dialog for the selection; for administrators. */
export function SyncSelected({ selected }: SelectionActionProps) {
  if (!usePermission('ADMIN')) return null;
  return (
    <DialogAction icon={IconArrowsExchange} label="Sync selected">
      {(close) => <SyncCompanies {...selected} onClose={close} />}
    </DialogAction>
  );
}
