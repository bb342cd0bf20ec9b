import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { PlacedColumn } from './types.ts';

const THRESHOLD = 6;

interface DragOptions<Row> {
  readonly placed: readonly PlacedColumn<Row>[];
  readonly scroll: RefObject<HTMLElement | null>;
  /** `beforeId` null means the end. */
  readonly onDrop: (id: string, beforeId: string | null) => void;
}

export interface ColumnDrag {
  /** The dragged column, once the pointer has passed the threshold. */
  readonly draggedId: string | null;
  /** The position of the drop line, in pixels of the table's content. */
  readonly dropLeft: number | null;
  readonly start: (event: PointerEvent<HTMLElement>, id: string) => void;
  /** True for the click that ends a drag, which must not sort. */
  readonly endsWithClick: () => boolean;
}

/** Moves columns by dragging their headers. Pinned columns only move among pinned ones, others among others. */
export function useColumnDrag<Row>({ placed, scroll, onDrop }: DragOptions<Row>): ColumnDrag {
  const [drag, setDrag] = useState<{ id: string; left: number; beforeId: string | null } | null>(null);
  const hasJustDragged = useRef(false);

  function targetAt(clientX: number, id: string): { left: number; beforeId: string | null } | null {
    const element = scroll.current;
    const dragged = placed.find(({ column }) => column.id === id);
    if (!element || !dragged) return null;
    const view = clientX - element.getBoundingClientRect().left;
    const group = placed.filter(({ isPinned, column }) => isPinned === dragged.isPinned && !column.isLocked);
    const x = dragged.isPinned ? view : view + element.scrollLeft;
    const before = group.find(({ left, width }) => x < left + width / 2);
    const last = group.at(-1);
    if (!before && !last) return null;
    const left = before ? before.left : (last?.left ?? 0) + (last?.width ?? 0);
    const at = before ? before.column.id : (placed[placed.findIndex((p) => p === last) + 1]?.column.id ?? null);
    return { left: dragged.isPinned ? left + element.scrollLeft : left, beforeId: at };
  }

  function start(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0) return;
    const origin = event.clientX;
    let latest: { left: number; beforeId: string | null } | null = null;
    const move = (next: globalThis.PointerEvent) => {
      if (latest === null && Math.abs(next.clientX - origin) < THRESHOLD) return;
      scrollAtEdge(scroll.current, next.clientX);
      latest = targetAt(next.clientX, id);
      if (latest) setDrag({ id, ...latest });
    };
    const stop = (next: globalThis.PointerEvent) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
      setDrag(null);
      if (!latest) return;
      hasJustDragged.current = true;
      window.setTimeout(() => {
        hasJustDragged.current = false;
      }, 0);
      if (next.type === 'pointerup') onDrop(id, latest.beforeId);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
  }

  return {
    draggedId: drag?.id ?? null,
    dropLeft: drag?.left ?? null,
    start,
    endsWithClick: () => hasJustDragged.current,
  };
}

function scrollAtEdge(element: HTMLElement | null, clientX: number) {
  if (!element) return;
  const box = element.getBoundingClientRect();
  if (clientX > box.right - 40) element.scrollLeft += 16;
  else if (clientX < box.left + 40) element.scrollLeft -= 16;
}
