import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useAddProblem } from '../data-points/use-add-problem.ts';

const AddDataPoint = lazy(() => import('../data-points/AddDataPoint.tsx'));

/** Opens the wizard for new data points; disabled for non-administrators. */
export function AddDataPointButton() {
  const problem = useAddProblem();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ReasonButton
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        disabledReason={problem}
        onClick={() => setOpen(true)}
      >
        Add data point
      </ReasonButton>
      <Suspense fallback={null}>{isOpen && <AddDataPoint onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
