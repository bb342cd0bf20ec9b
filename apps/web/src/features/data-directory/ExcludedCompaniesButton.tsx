import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { usePermission } from '../../lib/client-context.tsx';

const ExcludedCompanies = lazy(() => import('../companies/ExcludedCompanies.tsx'));

/** Opens the list of excluded companies; for administrators. */
export function ExcludedCompaniesButton() {
  const [isOpen, setOpen] = useState(false);
  if (!usePermission('ADMIN')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Excluded companies
      </Button>
      <Suspense fallback={null}>{isOpen && <ExcludedCompanies onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
