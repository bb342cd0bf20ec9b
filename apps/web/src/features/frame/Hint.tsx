import { type ReactNode, useEffect, useRef } from 'react';
import classes from './Hint.module.css';

const DELAY_MS = 250;
const GAP = 8;

function place(bubble: HTMLElement, target: Element, side: 'right' | 'top'): void {
  const box = target.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const middle = box.left + box.width / 2 - width / 2;
  const left = side === 'right' ? box.right + GAP : Math.max(GAP, Math.min(middle, window.innerWidth - width - GAP));
  const top = side === 'right' ? box.top + box.height / 2 - height / 2 : box.top - height - GAP;
  bubble.style.left = `${Math.round(left)}px`;
  bubble.style.top = `${Math.round(top)}px`;
}

/**
 * Shows an icon's name on hover and keyboard focus. A twentieth of the size of Mantine's tooltip, because every first
 * load includes the frame. The child needs its own accessible name.
 */
export function Hint(props: { label: string; side: 'right' | 'top'; isDisabled?: boolean; children: ReactNode }) {
  const wrapper = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function hide() {
    window.clearTimeout(timer.current);
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover();
  }
  function show() {
    const target = wrapper.current?.firstElementChild;
    if (!bubble.current || !target || props.isDisabled) return;
    bubble.current.showPopover();
    place(bubble.current, target, props.side);
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only observes its child */}
      <span
        ref={wrapper}
        className={classes.target}
        onPointerEnter={(event) => {
          if (event.pointerType === 'touch') return;
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(show, DELAY_MS);
        }}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={(event) => {
          if (event.target.matches(':focus-visible')) show();
        }}
        onBlur={hide}
        onKeyDown={hide}
      >
        {props.children}
      </span>
      <span ref={bubble} popover="manual" className={classes.bubble} aria-hidden>
        {props.label}
      </span>
    </>
  );
}
