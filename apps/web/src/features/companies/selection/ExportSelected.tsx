import { IconFileExport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ActionButton } from './ActionButton.tsx';
import type { SelectionActionProps } from './selection-actions.ts';

const ExportCompanies = lazy(() => import('../ExportCompanies.tsx'));

/** Opens the export dialog for the selection. */
export function ExportSelected({ selected }: SelectionActionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton icon={IconFileExport} onClick={() => setOpen(true)}>
        Export selected
      </ActionButton>
      <Suspense fallback={null}>
        {isOpen && (
          <ExportCompanies
            dataset={selected.dataset}
            state={selected.state}
            companyIds={selected.companyIds}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
