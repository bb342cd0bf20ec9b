import { IconFileExport } from '@tabler/icons-react';
import { lazy } from 'react';
import { DialogAction } from './DialogAction.tsx';
import type { SelectionActionProps } from './selection-actions.ts';

const ExportCompanies = lazy(() => import('../ExportCompanies.tsx'));

/** Opens the export dialog for the selection. */
export function ExportSelected({ selected }: SelectionActionProps) {
  return (
    <DialogAction icon={IconFileExport} label="Export selected">
      {(close) => <ExportCompanies {...selected} onClose={close} />}
    </DialogAction>
  );
}
