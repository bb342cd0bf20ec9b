import type { Icon } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ActionButton } from './ActionButton.tsx';

/** An action that opens a lazy dialog; `children` renders it with what closes it. */
export function DialogAction(props: { icon: Icon; label: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton icon={props.icon} onClick={() => setOpen(true)}>
        {props.label}
      </ActionButton>
      <Suspense fallback={null}>{isOpen && props.children(() => setOpen(false))}</Suspense>
    </>
  );
}
