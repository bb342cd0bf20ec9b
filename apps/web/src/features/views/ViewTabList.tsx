import { Tabs } from '@mantine/core';
import type { View } from '@quarry/contracts';
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import classes from './view-tabs.module.css';

/** The value of the tab without a view; ids of views are longer. */
const STANDARD = 'standard';
const DRAG_THRESHOLD = 6;
/** So close to an end of the list, it scrolls while dragging. */
const EDGE = 24;

/** Views as tabs after the standard one, moved by dragging, or with Ctrl or Cmd + Shift and the arrow keys. */
export function ViewTabList(props: {
  views: readonly View[];
  openId: string | undefined;
  onOpen: (viewId: string | null) => void;
  onMove: (id: string, to: number) => void;
}) {
  const { views, openId, onMove } = props;
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<{ id: string; to: number } | null>(null);
  const hasJustDragged = useRef(false);
  const [announcement, announce] = useState('');
  const movedByKey = useRef<string | null>(null);
  useEffect(() => {
    const tab = openId === undefined ? null : list.current?.querySelector('[aria-selected="true"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [openId]);

  // A tab that changes its place in the document loses the focus.
  useEffect(() => {
    const moved = views.find(({ id }) => id === movedByKey.current);
    movedByKey.current = null;
    if (moved === undefined) return;
    [...(list.current?.querySelectorAll<HTMLElement>('[data-view]') ?? [])]
      .find((tab) => tab.dataset.view === moved.id)
      ?.focus();
  }, [views]);

  /** The place among the other views at which the pointer is. */
  function placeAt(id: string, clientX: number): number {
    const others = [...(list.current?.querySelectorAll<HTMLElement>('[data-view]') ?? [])].filter(
      (tab) => tab.dataset.view !== id,
    );
    const next = others.findIndex((tab) => {
      const box = tab.getBoundingClientRect();
      return clientX < box.left + box.width / 2;
    });
    return next < 0 ? others.length : next;
  }
  function startDrag(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const listening = new AbortController();
    const { signal } = listening;
    const origin = event.clientX;
    let to: number | null = null;
    const stop = (isDropped: boolean) => {
      listening.abort();
      setDragged(null);
      if (to === null) return;
      hasJustDragged.current = true;
      window.setTimeout(() => {
        hasJustDragged.current = false;
      }, 0);
      if (isDropped) onMove(id, to);
    };
    window.addEventListener(
      'pointermove',
      ({ clientX }) => {
        if (to === null && Math.abs(clientX - origin) < DRAG_THRESHOLD) return;
        scrollAtEdge(list.current, clientX);
        to = placeAt(id, clientX);
        setDragged({ id, to });
      },
      { signal },
    );
    window.addEventListener('pointerup', () => stop(true), { signal });
    window.addEventListener('pointercancel', () => stop(false), { signal });
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>, { id, name }: View) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    if (step === 0 || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    const to = views.findIndex((view) => view.id === id) + step;
    if (to < 0 || to >= views.length) return;
    movedByKey.current = id;
    onMove(id, to);
    announce(`${name} moved to position ${to + 1} of ${views.length}`);
  }

  return (
    <Tabs
      className={classes.tabs}
      value={openId ?? STANDARD}
      onChange={(value) => {
        if (!hasJustDragged.current) props.onOpen(value === null || value === STANDARD ? null : value);
      }}
    >
      <Tabs.List ref={list} aria-label="Views" className={classes.list}>
        <Tabs.Tab value={STANDARD}>Standard view</Tabs.Tab>
        {views.map((view) => (
          <ViewTab
            key={view.id}
            view={view}
            drop={dropMark(views, view.id, dragged)}
            onPointerDown={(event) => startDrag(event, view.id)}
            onKeyDown={(event) => onKeyDown(event, view)}
          />
        ))}
      </Tabs.List>
      <span role="status" className={classes.announcement}>
        {announcement}
      </span>
    </Tabs>
  );
}

function scrollAtEdge(list: HTMLElement | null, clientX: number): void {
  const { left = 0, right = 0 } = list?.getBoundingClientRect() ?? {};
  if (clientX > right - EDGE) list?.scrollBy({ left: 12 });
  else if (clientX < left + EDGE) list?.scrollBy({ left: -12 });
}

type Drop = 'dragged' | 'before' | 'after' | undefined;

/** How a tab shows where the dragged one would go. */
function dropMark(views: readonly View[], id: string, dragged: { id: string; to: number } | null): Drop {
  if (dragged === null) return undefined;
  if (dragged.id === id) return 'dragged';
  const others = views.filter((view) => view.id !== dragged.id);
  const at = others.findIndex((view) => view.id === id);
  if (at === dragged.to) return 'before';
  return at === others.length - 1 && dragged.to === others.length ? 'after' : undefined;
}

function ViewTab(props: {
  view: View;
  drop: Drop;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}) {
  const { id, name, isShared, isOwn, createdBy, problem } = props.view;
  const owner = isOwn ? 'you' : (createdBy ?? 'a former user');
  return (
    <Tabs.Tab
      value={id}
      data-view={id}
      data-drop={props.drop}
      aria-keyshortcuts="Control+Shift+ArrowLeft Control+Shift+ArrowRight"
      title={problem ?? (isShared ? `Shared with the account by ${owner}` : undefined)}
      onPointerDown={props.onPointerDown}
      onKeyDownCapture={props.onKeyDown}
      leftSection={
        problem !== null ? (
          <IconAlertTriangle size={14} color="var(--mantine-color-error)" aria-label="Needs attention:" />
        ) : isShared ? (
          <IconUsers size={14} aria-label="Shared:" />
        ) : null
      }
    >
      <span className={classes.name}>{name}</span>
    </Tabs.Tab>
  );
}
