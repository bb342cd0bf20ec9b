import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Hint } from '../../ui/Hint.tsx';
import classes from './SideNav.module.css';

export function NavRowContent(props: { icon: ReactNode; label: ReactNode; end?: ReactNode }) {
  return (
    <>
      <span className={classes.icon} aria-hidden>
        {props.icon}
      </span>
      <span className={classes.label}>{props.label}</span>
      {props.end === undefined ? null : <span className={classes.end}>{props.end}</span>}
    </>
  );
}

/** A navigation row that opens a menu or popover. */
export function NavRowButton({
  icon,
  label,
  end,
  ...props
}: ComponentPropsWithRef<'button'> & { icon: ReactNode; label: ReactNode; end?: ReactNode }) {
  return (
    <button type="button" {...props} className={classes.row}>
      <NavRowContent icon={icon} label={label} end={end} />
    </button>
  );
}

/** Shows a row's label on hover and focus while the navigation is collapsed. */
export function NavTooltip(props: { label: string; isCollapsed: boolean; children: ReactNode }) {
  return (
    <Hint label={props.label} side="right" isDisabled={!props.isCollapsed}>
      {props.children}
    </Hint>
  );
}
