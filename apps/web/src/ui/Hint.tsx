import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './Hint.module.css';

const DELAY_MS = 250;
const GAP = 8;

type Side = 'left' | 'right' | 'top';

function place(bubble: HTMLElement, target: Element, side: Side): void {
  const box = target.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const beside = side === 'left' ? box.left - width - GAP : box.right + GAP;
  const above = box.top - height - GAP;
  const left = side === 'top' ? box.left + box.width / 2 - width / 2 : beside;
  const top = side === 'top' ? (above < GAP ? box.bottom + GAP : above) : box.top + box.height / 2 - height / 2;
  bubble.style.left = `${Math.round(Math.max(GAP, Math.min(left, window.innerWidth - width - GAP)))}px`;
  bubble.style.top = `${Math.round(top)}px`;
}

/**
 * Shows a text on hover and keyboard focus, and on touch unless it only repeats the child's name; in that case it isn't
 * read out either. A twentieth of the size of Mantine's tooltip, because every first load includes it.
 */
export function Hint(props: { label: string; side?: Side; isDisabled?: boolean; children: ReactNode }) {
  const { label, side = 'top' } = props;
  const wrapper = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);
  const unlisten = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      unlisten.current?.abort();
    },
    [],
  );
  useEffect(() => {
    const target = wrapper.current?.firstElementChild;
    if (!target || target.ariaLabel === label || target.textContent === label) return;
    target.setAttribute('aria-description', label);
    return () => target.removeAttribute('aria-description');
  });
  // The text can change while it is shown, such as the reason of a disabled button once a search has ended.
  useEffect(() => {
    const target = wrapper.current?.firstElementChild;
    if (!target || bubble.current?.matches(':popover-open') !== true) return;
    bubble.current.textContent = label;
    place(bubble.current, target, side);
  }, [label, side]);

  function hide() {
    window.clearTimeout(timer.current);
    unlisten.current?.abort();
    if (!bubble.current?.matches(':popover-open')) return;
    bubble.current.hidePopover();
    bubble.current.textContent = '';
  }
  function show() {
    const target = wrapper.current?.firstElementChild;
    if (!bubble.current || !target || props.isDisabled) return;
    hide();
    bubble.current.textContent = label;
    bubble.current.showPopover();
    place(bubble.current, target, side);
    unlisten.current = new AbortController();
    const { signal } = unlisten.current;
    window.addEventListener('keydown', hide, { capture: true, signal });
    window.addEventListener('pointerdown', hide, { capture: true, signal });
    window.addEventListener('scroll', hide, { capture: true, passive: true, signal });
  }
  function onPointerUp(event: PointerEvent) {
    const isDescription = wrapper.current?.firstElementChild?.hasAttribute('aria-description') === true;
    if (event.pointerType === 'touch' && isDescription) show();
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
        onPointerLeave={(event) => {
          if (event.pointerType !== 'touch') hide();
        }}
        onPointerDown={hide}
        onPointerUp={onPointerUp}
        onFocus={(event) => {
          if (event.target.matches(':focus-visible')) show();
        }}
        onBlur={hide}
      >
        {props.children}
      </span>
      <span ref={bubble} popover="manual" className={classes.bubble} aria-hidden />
    </>
  );
}
