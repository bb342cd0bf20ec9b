import { ActionIcon, ScrollArea, Text } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { type PointerEvent, useRef, useState } from 'react';
import classes from './configure-table.module.css';

/** The visible columns in order; moved by dragging or with the arrow buttons. */
export function VisibleColumnsList(props: {
  fields: readonly SchemaField[];
  onChange: (visible: readonly string[]) => void;
}) {
  const names = props.fields.map(({ fieldName }) => fieldName);
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, announce] = useState('');

  function move(name: string, to: number) {
    const from = names.indexOf(name);
    const target = Math.max(0, Math.min(to, names.length - 1));
    if (from < 0 || from === target) return;
    props.onChange(names.toSpliced(from, 1).toSpliced(target, 0, name));
    announce(`${props.fields[from]?.displayName} moved to position ${target + 1} of ${names.length}`);
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (dragged === null || !list.current) return;
    const items = [...list.current.children];
    const overIndex = items.findIndex((item) => {
      const box = item.getBoundingClientRect();
      return event.clientY >= box.top && event.clientY < box.bottom;
    });
    if (overIndex >= 0) move(dragged, overIndex);
  }

  return (
    <section className={classes.pane} aria-label="Shown columns">
      <Text size="xs" c="dimmed" mb={4} className={classes.shownTitle}>
        Shown, in this order. The company stays first.
      </Text>
      <ScrollArea className={classes.list} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Shown columns' }}>
        <ul ref={list} className={classes.shown} onPointerMove={onPointerMove} onPointerUp={() => setDragged(null)}>
          {props.fields.map((field, index) => (
            <li key={field.fieldName} className={classes.item} data-dragged={dragged === field.fieldName || undefined}>
              <span
                className={classes.grip}
                aria-hidden="true"
                onPointerDown={(event) => {
                  event.preventDefault();
                  setDragged(field.fieldName);
                  window.addEventListener('pointerup', () => setDragged(null), { once: true });
                }}
              >
                <IconGripVertical size={14} />
              </span>
              <span className={classes.itemName}>{field.displayName}</span>
              <ActionIcon
                size="sm"
                aria-label={`Move ${field.displayName} up`}
                disabled={index === 0}
                onClick={() => move(field.fieldName, index - 1)}
              >
                <IconArrowUp size={14} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={`Move ${field.displayName} down`}
                disabled={index === names.length - 1}
                onClick={() => move(field.fieldName, index + 1)}
              >
                <IconArrowDown size={14} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={`Hide ${field.displayName}`}
                onClick={() => props.onChange(names.filter((name) => name !== field.fieldName))}
              >
                <IconX size={14} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </ScrollArea>
      <span role="status" className={classes.announcement}>
        {announcement}
      </span>
    </section>
  );
}
