import { type ReactNode, useId } from 'react';
import { PopupMenu } from '../popup/PopupMenu.tsx';

/** The menu of a cell, below it. */
export default function CellMenu(props: {
  /** The DOM id of the cell. */
  cellId: string;
  onClose: () => void;
  returnFocus: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const popup = {
    id,
    isOpen: true,
    onChange: (isOpen: boolean) => {
      if (!isOpen) props.onClose();
    },
    trigger: document.getElementById(props.cellId),
  };
  return (
    <PopupMenu popup={popup} onClose={props.returnFocus} returnFocus={false} position="bottom-start" width={290}>
      {props.children}
    </PopupMenu>
  );
}
