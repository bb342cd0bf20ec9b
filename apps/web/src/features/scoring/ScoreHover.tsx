import type { SchemaField } from '@quarry/contracts';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { TagNames } from '../datasets/tag-names.ts';

const ReceiptPopup = lazy(() => import('./ReceiptPopup.tsx'));

const OPEN_DELAY_MS = 400;
/** Enough for the pointer to reach the popup. */
const CLOSE_DELAY_MS = 150;

/** Shows why a company has its score while the pointer is on it. The full value of the cell is for the keyboard. */
export function ScoreHover(props: { field: SchemaField; companyId: string; tagNames: TagNames; children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const wait = (open: boolean) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(open), open ? OPEN_DELAY_MS : CLOSE_DELAY_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const close = () => setOpen(false);
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, [isOpen]);
  return (
    <span
      ref={setElement}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && wait(true)}
      onPointerLeave={() => wait(false)}
    >
      {props.children}
      {isOpen && element && (
        <Suspense>
          <ReceiptPopup
            element={element}
            field={props.field}
            companyId={props.companyId}
            tagNames={props.tagNames}
            onEnter={() => wait(true)}
            onLeave={() => wait(false)}
          />
        </Suspense>
      )}
    </span>
  );
}
