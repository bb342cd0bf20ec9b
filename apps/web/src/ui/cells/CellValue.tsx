import { VisuallyHidden } from '@mantine/core';
import type { FieldValue } from '@quarry/contracts';
import { IconCheck } from '@tabler/icons-react';
import { displayText, hintText, isEmptyValue, type ValueType } from './cell-text.ts';
import classes from './cells.module.css';
import { type ValueHint, webAddress } from './value-hint.ts';

const MAX_CHIPS = 3;

export interface CellValueProps {
  readonly type: ValueType;
  readonly value: FieldValue | undefined;
  readonly hint?: ValueHint;
  /** Chips shown before `+n`. Default: three. */
  readonly maxChips?: number;
  /** Called by the `+n` button. */
  readonly onShowAll?: () => void;
}

/** One value on one line, formatted by type; a muted dash if empty. */
export function CellValue({ type, value, hint = null, maxChips = MAX_CHIPS, onShowAll }: CellValueProps) {
  if (value === undefined || value === null || isEmptyValue(value)) return <EmptyValue />;
  if (Array.isArray(value)) return <Chips items={value} max={maxChips} onShowAll={onShowAll} />;
  if (typeof value === 'boolean') return <BooleanValue value={value} />;
  if (typeof value === 'number') {
    return (
      <span className={classes.number} data-hint={hintText(type, value) ?? undefined}>
        {hint === 'year' ? String(value) : displayText(type, value)}
      </span>
    );
  }
  if (type === 'Date') {
    return (
      <time className={classes.number} dateTime={value} data-hint={hintText(type, value) ?? undefined}>
        {displayText(type, value)}
      </time>
    );
  }
  const link = webAddress(value, hint === 'address');
  if (link) return <WebLink href={link.href} label={link.label} />;
  return (
    <span className={classes.text} data-hint-overflow="">
      {value}
    </span>
  );
}

function EmptyValue() {
  return (
    <span className={classes.empty}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>No value</VisuallyHidden>
    </span>
  );
}

/** A link that opens in a new tab. */
export function WebLink({ href, label, tabIndex = -1 }: { href: string; label: string; tabIndex?: number }) {
  return (
    <a
      className={classes.link}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={tabIndex}
      data-hint-overflow=""
    >
      {label}
    </a>
  );
}

function BooleanValue({ value }: { value: boolean }) {
  return (
    <span className={value ? undefined : classes.empty}>
      {value ? <IconCheck size={16} className={classes.tick} aria-hidden="true" /> : <span aria-hidden="true">–</span>}
      <VisuallyHidden>{value ? 'Yes' : 'No'}</VisuallyHidden>
    </span>
  );
}

function Chips({ items, max, onShowAll }: { items: readonly string[]; max: number; onShowAll?: () => void }) {
  const rest = items.length - max;
  return (
    <span className={classes.chips}>
      {items.slice(0, max).map((item) => (
        // Long chips shrink first so short ones stay readable.
        <span
          key={item}
          className={classes.chip}
          style={{ flexShrink: Math.max(1, item.length - 8) }}
          data-hint-overflow=""
        >
          {item}
        </span>
      ))}
      {rest > 0 && (
        <button
          type="button"
          className={classes.more}
          tabIndex={-1}
          aria-label={`${rest} more, show all ${items.length}`}
          onClick={(event) => {
            event.stopPropagation();
            onShowAll?.();
          }}
        >
          +{rest}
        </button>
      )}
    </span>
  );
}
