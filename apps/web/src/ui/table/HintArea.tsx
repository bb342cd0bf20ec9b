import { Portal } from '@mantine/core';
import { type ComponentPropsWithoutRef, type PointerEvent, useEffect, useRef, useState } from 'react';
import classes from './data-table.module.css';

const DELAY_MS = 350;

interface Hint {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly isAbove: boolean;
}

function hintOf(element: Element): string | null {
  const hint = element.getAttribute('data-hint');
  if (hint) return hint;
  return element.scrollWidth > element.clientWidth + 1 ? element.textContent : null;
}

/**
 * Shows tooltips for its children with one listener instead of one tooltip per cell: the text of `data-hint`, or for
 * `data-hint-overflow` the element's own text if it is truncated.
 */
export function HintArea({
  children,
  ...rest
}: ComponentPropsWithoutRef<'div'> & { [data: `data-${string}`]: unknown }) {
  const [hint, setHint] = useState<Hint | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const hide = () => {
    window.clearTimeout(timer.current);
    setHint(null);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!hint) return;
    const close = () => setHint(null);
    window.addEventListener('scroll', close, { capture: true, passive: true });
    window.addEventListener('keydown', close, { capture: true });
    return () => {
      window.removeEventListener('scroll', close, { capture: true });
      window.removeEventListener('keydown', close, { capture: true });
    };
  }, [hint]);

  function onPointerOver(event: PointerEvent<HTMLDivElement>) {
    hide();
    const element = event.target instanceof Element ? event.target.closest('[data-hint], [data-hint-overflow]') : null;
    if (!element || event.pointerType === 'touch') return;
    timer.current = window.setTimeout(() => {
      const text = hintOf(element);
      if (!text || !element.isConnected) return;
      const box = element.getBoundingClientRect();
      const isAbove = box.bottom > window.innerHeight - 90;
      setHint({
        text,
        x: Math.min(box.left, window.innerWidth - 340),
        y: isAbove ? box.top - 6 : box.bottom + 6,
        isAbove,
      });
    }, DELAY_MS);
  }

  return (
    <div {...rest} onPointerOver={onPointerOver} onPointerLeave={hide} onPointerDown={hide}>
      {children}
      {hint && (
        <Portal>
          <div
            role="tooltip"
            className={classes.hint}
            data-above={hint.isAbove || undefined}
            style={{ left: hint.x, top: hint.y }}
          >
            {hint.text}
          </div>
        </Portal>
      )}
    </div>
  );
}
