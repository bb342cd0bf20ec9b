import type { ReactNode } from 'react';
import classes from './figures.module.css';

/** The numbers that a screen is about, beside one another. */
export function Figures(props: {
  children: ReactNode;
  label?: string;
  /** Reads new numbers out. */
  isLive?: boolean;
}) {
  return (
    <dl className={classes.figures} aria-label={props.label} aria-live={props.isLive ? 'polite' : undefined}>
      {props.children}
    </dl>
  );
}

export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
