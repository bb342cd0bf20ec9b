import { Button, Pill } from '@mantine/core';
import { formatNumber } from '../../lib/format.ts';

const SHOWN = 30;

/** The values of a list as chips with a button to take each out; of long lists the first ones and how many more. */
export function ListPills(props: {
  value: readonly string[];
  nameOf: (value: string) => string;
  onRemove: (value: string) => void;
  onShowAll: () => void;
}) {
  const { value, nameOf } = props;
  const rest = value.length - SHOWN;
  return (
    <>
      {value.slice(0, SHOWN).map((one) => (
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
