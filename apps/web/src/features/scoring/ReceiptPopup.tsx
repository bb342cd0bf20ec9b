import { Popover } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import { PopupTarget } from '../../ui/popup/PopupTarget.tsx';
import type { TagNames } from '../datasets/tag-names.ts';
import classes from './receipt.module.css';
import ScoreReceipt from './ScoreReceipt.tsx';

/** The receipt beside a score that the pointer is on. */
export default function ReceiptPopup(props: {
  element: HTMLElement;
  field: SchemaField;
  companyId: string;
  tagNames: TagNames;
  onEnter: () => void;
  onLeave: () => void;
}) {
  return (
    <Popover opened position="bottom-end" width={340} withinPortal withRoles={false} trapFocus={false}>
      <Popover.Target>
        <PopupTarget element={props.element} />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.panel}
        role="tooltip"
        data-testid="score-receipt"
        onPointerEnter={props.onEnter}
        onPointerLeave={props.onLeave}
        // Portals pass events on to the table, where a click opens the company.
        onClick={(event) => event.stopPropagation()}
        onMouseDown={(event) => event.stopPropagation()}
      >
        <ScoreReceipt field={props.field} companyId={props.companyId} tagNames={props.tagNames} />
      </Popover.Dropdown>
    </Popover>
  );
}
