import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

/** A popover with the full value of a cell. */
export default function Peek(props: { onClose: () => void; label: string; content: ReactNode; children: ReactNode }) {
  return (
    <Popover
      opened
      onChange={props.onClose}
      position="bottom-start"
      width={360}
      trapFocus
      withRoles={false}
      withinPortal
    >
      <Popover.Target>{props.children}</Popover.Target>
      <Popover.Dropdown className={classes.peek} role="dialog" aria-label={props.label} tabIndex={-1} data-autofocus>
        {props.content}
      </Popover.Dropdown>
    </Popover>
  );
}
