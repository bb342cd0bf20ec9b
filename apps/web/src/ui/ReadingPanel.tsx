import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './reading-panel.module.css';
import { usePanelEscape } from './use-panel-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** A panel for reading, at the right over the page, which stays usable. */
export function ReadingPanel(props: { title: ReactNode; width?: number; onClose: () => void; children: ReactNode }) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useReturnFocus();
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
  }, []);
  usePanelEscape(panel, props.onClose);
  return (
    <aside
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classes.panel}
      style={{ width: `min(${props.width ?? 560}px, 100vw)` }}
    >
      <header className={classes.head}>
        <div id={titleId} className={classes.title}>
          {props.title}
        </div>
        <CloseButton aria-label="Close" onClick={props.onClose} />
      </header>
      <div className={classes.body}>{props.children}</div>
    </aside>
  );
}
