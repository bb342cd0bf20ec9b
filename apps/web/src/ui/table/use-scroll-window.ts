import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ColumnExtents, isSameWindow, type ScrollPosition, type ScrollWindow, windowAt } from './scroll-window.ts';

/** Where a scroller stands now. */
export function positionOf(element: HTMLElement): ScrollPosition {
  return {
    top: element.scrollTop,
    left: element.scrollLeft,
    width: element.clientWidth,
    height: element.clientHeight,
  };
}

/** Follows a scroller and says what to draw; draws again only when that changes, and then before the next frame. */
export function useScrollWindow(
  scroll: RefObject<HTMLElement | null>,
  rowCount: number,
  extents: ColumnExtents,
): ScrollWindow {
  const [seen, setSeen] = useState<ScrollPosition>({ top: 0, left: 0, width: 0, height: 0 });
  const current = windowAt(seen, rowCount, extents);
  const latest = useRef({ current, rowCount, extents });
  useLayoutEffect(() => {
    latest.current = { current, rowCount, extents };
  });
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    const follow = () => {
      const position = positionOf(element);
      const { current: drawn, rowCount: rows, extents: columns } = latest.current;
      // Without this the frame shows empty rows first.
      if (!isSameWindow(windowAt(position, rows, columns), drawn)) flushSync(() => setSeen(position));
    };
    const measure = () => setSeen(positionOf(element));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [scroll]);
  return current;
}
