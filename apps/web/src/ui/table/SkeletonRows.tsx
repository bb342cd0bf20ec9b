import { Skeleton } from '@mantine/core';
import classes from './data-table.module.css';
import type { PlacedColumn } from './types.ts';
import type { ShownColumns } from './use-scroll-window.ts';

// Bars of different lengths look like text; the pattern repeats so that nothing flickers between draws.
const SHARES = [0.72, 0.54, 0.86, 0.62, 0.78, 0.46];

/** Rows of grey bars while the first rows are fetched. */
export function SkeletonRows<Row>(props: { rows: number; placed: readonly PlacedColumn<Row>[]; shown: ShownColumns }) {
  const { placed, shown } = props;
  const visible = [...placed.slice(0, shown.stickyCount), ...placed.slice(shown.from, shown.to)];
  return (
    <div className={classes.skeletons} aria-hidden="true">
      {Array.from({ length: props.rows }, (_, row) => (
        <div key={row} className={classes.skeletonRow}>
          {shown.lead > 0 && <div style={{ width: shown.lead }} />}
          {visible.map(({ column, width }, at) => (
            <div key={column.id} className={classes.cell} data-align={column.align} style={{ width }}>
              <Skeleton height={10} width={`${(SHARES[(row + at) % SHARES.length] ?? 0.6) * 100}%`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
