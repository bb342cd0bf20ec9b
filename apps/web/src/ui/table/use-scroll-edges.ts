import { type RefObject, useEffect, useState } from 'react';

/** Whether content continues beyond the left and right edge of a scroller, and the scroller's width in pixels. */
export interface ScrollEdges {
  readonly start: boolean;
  readonly end: boolean;
  readonly width: number;
}

/** Watches a scroller's edges; `contentWidth` tells when its content changed. */
export function useScrollEdges(scroll: RefObject<HTMLElement | null>, contentWidth: number): ScrollEdges {
  const [edges, setEdges] = useState<ScrollEdges>({ start: false, end: false, width: 0 });
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    const read = () => {
      const width = element.clientWidth;
      const start = element.scrollLeft > 1;
      const end = element.scrollLeft + width < contentWidth - 1;
      setEdges((old) => (old.start === start && old.end === end && old.width === width ? old : { start, end, width }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [scroll, contentWidth]);
  return edges;
}
