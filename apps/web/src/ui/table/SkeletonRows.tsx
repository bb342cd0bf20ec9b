import { Skeleton } from '@mantine/core';
import classes from './data-table.module.css';
import type { PlacedColumn } from './types.ts';
import type { VisibleColumns } from './use-scroll-window.ts';

// Bars of different lengths look like text; a fixed pattern avoids flicker between renders.
const SHARES = [0.72, 0.54, 0.86, 0.62, 0.78, 0.46];

export function SkeletonRows<Row>(props: {
  rows: number;
  placed: readonly PlacedColumn<Row>[];
  visible: VisibleColumns;
}) {
  const { placed, visible } = props;
  const columns = [...placed.slice(0, visible.stickyCount), ...placed.slice(visible.from, visible.to)];
  return (
    <div className={classes.skeletons} aria-hidden="true">
      {Array.from({ length: props.rows }, (_, row) => (
        <div key={row} className={classes.skeletonRow}>
          {visible.lead > 0 && <div style={{ width: visible.lead }} />}
          {columns.map(({ column, width }, at) => (
            <div key={column.id} className={classes.cell} data-align={column.align} style={{ width }}>
              <Skeleton height={10} width={`${(SHARES[(row + at) % SHARES.length] ?? 0.6) * 100}%`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
