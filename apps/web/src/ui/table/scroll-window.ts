import type { VirtualizerOptions } from '@tanstack/react-virtual';
import type { PlacedColumn } from './types.ts';

/** The height of a row and of the header, in pixels. */
export const ROW_HEIGHT = 36;
const SPARE_ROWS = 8;
const SPARE_COLUMNS = 3;

type Options = Pick<
  VirtualizerOptions<HTMLDivElement, Element>,
  'count' | 'estimateSize' | 'getItemKey' | 'overscan' | 'paddingStart' | 'scrollPaddingStart' | 'observeElementRect'
>;

/** Unlike the library's own, leaves out the scroll bars, which would hide the cell that is scrolled to. */
const observeElementRect: Options['observeElementRect'] = (virtualizer, onChange) => {
  const element = virtualizer.scrollElement;
  if (!element) return;
  const measure = () => onChange({ width: element.clientWidth, height: element.clientHeight });
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
};

/** The rows, below the sticky header. */
export function rowWindow(count: number) {
  return {
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: SPARE_ROWS,
    paddingStart: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    observeElementRect,
  } satisfies Options;
}

/** The columns that scroll, beside the sticky ones. The library reads widths again when `getItemKey` is another one. */
export function columnWindow<Row>(scrolling: readonly PlacedColumn<Row>[], stickyWidth: number) {
  return {
    count: scrolling.length,
    estimateSize: (index: number) => scrolling[index]?.width ?? 0,
    getItemKey: (index: number) => scrolling[index]?.column.id ?? index,
    overscan: SPARE_COLUMNS,
    paddingStart: stickyWidth,
    scrollPaddingStart: stickyWidth,
    observeElementRect,
  } satisfies Options;
}
