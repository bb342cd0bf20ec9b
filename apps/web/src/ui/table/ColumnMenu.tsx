import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowLeft,
  IconArrowRight,
  IconChevronDown,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { hideColumn, pinColumn, stepColumn } from './layout.ts';
import type { PlacedColumn, TableColumn, TableLayout } from './types.ts';

/** The menu of a column: the page's own entries, then fit, pin, move and hide. */
export function ColumnMenu<Row>(props: {
  place: PlacedColumn<Row>;
  columns: readonly TableColumn<Row>[];
  layout: TableLayout;
  isArrangeable: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onLayoutChange: (layout: TableLayout) => void;
  onFit: () => void;
  returnFocus: () => void;
  children: ReactNode;
}) {
  const { place, columns, layout, onLayoutChange } = props;
  const { id, header, isLocked } = place.column;
  const canArrange = props.isArrangeable && !isLocked;
  return (
    <Menu
      opened={props.isOpen}
      onChange={props.onOpenChange}
      onClose={props.returnFocus}
      returnFocus={false}
      position="bottom-end"
      width={230}
      withinPortal
    >
      <Menu.Target>
        <ActionIcon
          className={classes.menuButton}
          size={22}
          tabIndex={-1}
          data-open={props.isOpen || undefined}
          aria-label={`Column menu for ${header}`}
        >
          <IconChevronDown size={14} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.children}
        {props.children ? <Menu.Divider /> : null}
        <Menu.Item leftSection={<IconArrowAutofitWidth size={16} aria-hidden="true" />} onClick={props.onFit}>
          Fit width to content
        </Menu.Item>
        {canArrange && (
          <>
            <Menu.Item
              leftSection={
                place.isPinned ? (
                  <IconPinnedOff size={16} aria-hidden="true" />
                ) : (
                  <IconPin size={16} aria-hidden="true" />
                )
              }
              onClick={() => onLayoutChange(pinColumn(layout, id, !place.isPinned))}
            >
              {place.isPinned ? 'Unpin column' : 'Pin column'}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
              onClick={() => onLayoutChange(stepColumn(columns, layout, id, -1))}
            >
              Move left
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowRight size={16} aria-hidden="true" />}
              onClick={() => onLayoutChange(stepColumn(columns, layout, id, 1))}
            >
              Move right
            </Menu.Item>
            <Menu.Item
              leftSection={<IconEyeOff size={16} aria-hidden="true" />}
              onClick={() => onLayoutChange(hideColumn(columns, layout, id, true))}
            >
              Hide column
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
