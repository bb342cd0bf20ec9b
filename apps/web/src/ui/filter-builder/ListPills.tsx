import { Button, Pill } from '@mantine/core';
import { formatNumber } from '../../lib/format.ts';

const MAX_PILLS = 30;

/** The values of a list as removable chips; long lists end in `+n more`. */
export function ListPills(props: {
  value: readonly string[];
  nameOf: (value: string) => string;
  onRemove: (value: string) => void;
  onShowAll: () => void;
}) {
  const { value, nameOf } = props;
  const rest = value.length - MAX_PILLS;
  return (
    <>
      {value.slice(0, MAX_PILLS).map((one) => (
        <Pill
          key={one}
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Remove ${nameOf(one)}`, tabIndex: 0, 'aria-hidden': false }}
          onRemove={() => props.onRemove(one)}
        >
          {nameOf(one)}
        </Pill>
      ))}
      {rest > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={props.onShowAll}>
          +{formatNumber(rest)} more
        </Button>
      )}
    </>
  );
}
