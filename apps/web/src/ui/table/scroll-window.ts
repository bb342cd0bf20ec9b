import type { VirtualizerOptions } from '@tanstack/react-virtual';
import type { PlacedColumn } from './types.ts';

/** The height of a row and of the header, in pixels. */
export const ROW_HEIGHT = 36;
const OVERSCAN_ROWS = 8;
const OVERSCAN_COLUMNS = 3;

type Options = Pick<
  VirtualizerOptions<HTMLDivElement, Element>,
  'count' | 'estimateSize' | 'getItemKey' | 'overscan' | 'paddingStart' | 'scrollPaddingStart' | 'observeElementRect'
>;

/** Unlike the library's default, excludes scroll bars, which would cover the cell that is scrolled to. */
const observeElementRect: Options['observeElementRect'] = (virtualizer, onChange) => {
  const element = virtualizer.scrollElement;
  if (!element) return;
  const measure = () => onChange({ width: element.clientWidth, height: element.clientHeight });
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
};

/** Virtualizer options for the rows below the sticky header. */
export function rowWindow(count: number) {
  return {
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN_ROWS,
    paddingStart: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    observeElementRect,
  } satisfies Options;
}

/** Virtualizer options for the columns right of the sticky ones. A new `getItemKey` makes the library reread widths. */
export function columnWindow<Row>(scrolling: readonly PlacedColumn<Row>[], stickyWidth: number) {
  return {
    count: scrolling.length,
    estimateSize: (index: number) => scrolling[index]?.width ?? 0,
    getItemKey: (index: number) => scrolling[index]?.column.id ?? index,
    overscan: OVERSCAN_COLUMNS,
    paddingStart: stickyWidth,
    scrollPaddingStart: stickyWidth,
    observeElementRect,
  } satisfies Options;
}
