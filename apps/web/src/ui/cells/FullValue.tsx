import { Text } from '@mantine/core';
import type { FieldValue } from '@quarry/contracts';
import { capitalise } from '../../lib/format.ts';
import { CellValue, WebLink } from './CellValue.tsx';
import { displayText, hintText, type ValueType } from './cell-text.ts';
import classes from './cells.module.css';
import { type ValueHint, webAddress } from './value-hint.ts';

/** One value in full, on as many lines as it needs: for drawers and the popover of a truncated cell. */
export function FullValue(props: { type: ValueType; value: FieldValue | undefined; hint?: ValueHint }) {
  const { type, value, hint = null } = props;
  if (Array.isArray(value) && value.length > 0) {
    return (
      <span className={classes.wrap}>
        {value.map((item) => (
          <span key={item} className={classes.chip}>
            {item}
          </span>
        ))}
      </span>
    );
  }
  if (typeof value === 'string' && type !== 'Date' && value.trim() !== '') {
    const link = webAddress(value, hint === 'address');
    if (link) return <WebLink href={link.href} label={link.label} tabIndex={0} />;
    return (
      <Text component="span" size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {hint === 'status' ? capitalise(value) : value}
      </Text>
    );
  }
  const detail = hintText(type, value);
  if (detail === null) return <CellValue type={type} value={value} hint={hint} />;
  return (
    <Text component="span" size="sm">
      <span className={classes.number}>{displayText(type, value, hint)}</span>
      <Text component="span" size="sm" c="dimmed">
        {' '}
        · {detail}
      </Text>
    </Text>
  );
}
