import { VisuallyHidden } from '@mantine/core';
import type { FieldValue } from '@quarry/contracts';
import { capitalise } from '../../lib/format.ts';
import { displayText, growthText, hintText, isEmptyValue, type ValueType } from './cell-text.ts';
import classes from './cells.module.css';
import { fittingChips } from './fitting-chips.ts';
import { type ValueHint, webAddress } from './value-hint.ts';

/** Room for about three chips, where the width is not known. */
const CHIPS_WIDTH = 320;

export interface CellValueProps {
  readonly type: ValueType;
  readonly value: FieldValue | undefined;
  readonly hint?: ValueHint;
  /** The room for chips in pixels: as many whole chips as fit are shown before `+n`. */
  readonly width?: number;
  /** Called by the `+n` button. */
  readonly onShowAll?: () => void;
}

/** One value on one line, formatted by type; a muted dash if empty. */
export function CellValue({ type, value, hint = null, width = CHIPS_WIDTH, onShowAll }: CellValueProps) {
  if (value === undefined || value === null || isEmptyValue(value)) return <EmptyValue />;
  if (Array.isArray(value)) return <Chips items={value} width={width} onShowAll={onShowAll} />;
  if (typeof value === 'boolean') return <span className={classes.text}>{displayText(type, value)}</span>;
  if (typeof value === 'number') {
    if (hint === 'growth') return <Growth share={value} />;
    if (hint === 'score') return <Score value={value} />;
    return (
      <span className={classes.number} data-hint={hintText(type, value) ?? undefined}>
        {displayText(type, value, hint)}
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
      {hint === 'status' ? capitalise(value) : value}
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

function Growth({ share }: { share: number }) {
  const direction = share > 0 ? 'up' : share < 0 ? 'down' : undefined;
  return (
    <span className={classes.number} data-direction={direction}>
      {growthText(share)}
    </span>
  );
}

/** A score from 0 to 100 with a thin bar. */
function Score({ value }: { value: number }) {
  return (
    <span className={classes.score}>
      <span className={classes.scoreBar} aria-hidden="true">
        <span style={{ width: `${Math.max(0, Math.min(100, value))}%` }} />
      </span>
      <span className={classes.number}>{displayText('Number', value)}</span>
    </span>
  );
}

function Chips(props: { items: readonly string[]; width: number; onShowAll: (() => void) | undefined }) {
  const { items } = props;
  const shown = fittingChips(items, props.width);
  const rest = items.length - shown;
  return (
    <span className={classes.chips}>
      {items.slice(0, shown).map((item) => (
        <span key={item} className={classes.chip} data-hint-overflow="">
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
            props.onShowAll?.();
          }}
        >
          +{rest}
        </button>
      )}
    </span>
  );
}
