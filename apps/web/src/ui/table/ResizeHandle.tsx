import { type PointerEvent, useRef } from 'react';
import classes from './data-table.module.css';

/** The right edge of a header: drag to resize, double-click to fit. Keyboard users resize from the header itself. */
export function ResizeHandle(props: {
  width: number;
  onDraft: (width: number | null) => void;
  onResize: (width: number) => void;
  onFit: () => void;
}) {
  const origin = useRef<{ x: number; width: number; latest: number } | null>(null);
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    origin.current = { x: event.clientX, width: props.width, latest: props.width };
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const start = origin.current;
    if (!start) return;
    start.latest = start.width + event.clientX - start.x;
    props.onDraft(start.latest);
  }
  function onPointerUp() {
    const start = origin.current;
    origin.current = null;
    props.onDraft(null);
    if (start && start.latest !== start.width) props.onResize(start.latest);
  }
  return (
    <div
      className={classes.resize}
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={(event) => {
        event.stopPropagation();
        props.onFit();
      }}
    />
  );
}
